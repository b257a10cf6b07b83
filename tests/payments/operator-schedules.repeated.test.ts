import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openImage } from "../support/database/memory-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { type Options, playDeaths, playRandom, wordsOf } from "./operators/campaign.ts";
import type { Operator } from "./operators/operator.ts";
import { LocalSite } from "./operators/site.ts";

// Some of what `npm run bench -- payments` plays, on a clock of its own, for a few seconds at each commit and for minutes
// in depth. They are the same at each run, so that a change is judged by what it changes; the bench plays others. What ends wrongly is said with
// the seed that plays it again.

const OPERATORS = ["djomy", "paypal"] as const;
const RANDOM_MS = repetitions(2_500, 60_000);
const DEATHS_MS = repetitions(1_500, 30_000);
const FIRST_SEED = 1;

describe("schedules of everything that goes wrong at an operator, over HTTP", () => {
  let site: LocalSite;
  beforeAll(async () => {
    const engine = await openImage("migrated");
    await LocalSite.prepare(engine);
    site = await LocalSite.on(engine);
  });
  afterAll(() => site.stop());

  const stageOf = (operator: Operator): ReturnType<Options["stageOf"]> => ({
    operator,
    sites: [site],
    call: (_, call) => site.perform(call),
  });

  test.each(OPERATORS)("at %s: our books are its books", { timeout: 200_000 }, async (operator) => {
    const until = performance.now() + RANDOM_MS;
    const count = Number.POSITIVE_INFINITY;
    const tally = await playRandom({ operator, stageOf, from: FIRST_SEED, count, until });
    expect(tally.findings.map((finding) => wordsOf(finding))).toEqual([]);
    expect(tally.schedules).toBeGreaterThan(0);
  });

  test.each(OPERATORS)(
    "at %s: a process that dies at any moment of a journey changes nothing of that",
    { timeout: 200_000 },
    async (operator) => {
      const until = performance.now() + DEATHS_MS;
      const tally = await playDeaths({ operator, stageOf, from: FIRST_SEED, until });
      expect(tally.findings.map((finding) => wordsOf(finding))).toEqual([]);
      expect(tally.deaths).toBeGreaterThan(0);
    },
  );
});
