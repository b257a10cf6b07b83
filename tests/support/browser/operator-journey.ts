import { type Operators, startBetweenOperators } from "../between-operators.ts";
import { test as base } from "./journey.ts";

/** Journeys through both operators, against a product of their own. */
export const test = base.extend<object, { operators: Operators }>({
  operators: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
    async ({}, use) => {
      const operators = await startBetweenOperators();
      await use(operators);
      await operators.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ operators }, use) => use(operators.url),
});
