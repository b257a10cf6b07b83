import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt, root } from "../../scripts/setup.mjs";
import { CONTENT } from "./content.ts";
import { broken, CopiedCheckout } from "./copied-checkout.ts";
import { MONEY } from "./money.ts";
import { type Mutation, SUITES, type Tests } from "./mutation.ts";
import { RIGHTS } from "./rights.ts";

// Breaks the product on purpose, in one place after the other, and says whether the tests notice. Ends with the
// line `N passed, N failed`. `--mutation NAME` tries one.

const { values } = parseArgs({ options: { mutation: { type: "string" } } });
const mutations = [...RIGHTS, ...MONEY, ...CONTENT].filter(
  ({ name }) => values.mutation === undefined || name === values.mutation,
);
if (mutations.length === 0) throw new Error(`there is no mutation ${values.mutation}`);
for (const mutation of mutations) {
  broken(mutation, readFileSync(join(root, mutation.file), "utf8"));
  const missing = mutation.tests
    .flatMap(({ files }) => files)
    .filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`${mutation.name}: there is no ${missing.join(", ")}`);
}

const seconds = (began: number) => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

/** What all mutations are tried with, each file once. */
function allTests(): Tests[] {
  return SUITES.flatMap((suite) => {
    const own = mutations.flatMap(({ tests }) => tests).filter((tests) => tests.suite === suite);
    const files = [...new Set(own.flatMap((tests) => tests.files))];
    // Of a whole file, its tests of a name are a part.
    const names = own.flatMap(({ only }) => only ?? []);
    const only = names.length === own.length ? [...new Set(names)].join("|") : undefined;
    return files.length > 0 ? [{ suite, files, only }] : [];
  });
}

/** The files that fail without a fault: what they say of one means nothing. */
async function failuresWithoutFault(copy: CopiedCheckout, workers: number): Promise<Set<string>> {
  const failures = new Set<string>();
  for (const tests of allTests()) {
    const began = performance.now();
    const outcome = await copy.test(tests, false, workers).catch((error: Error) => {
      console.log(error.message);
      return { passed: 0, failed: tests.files };
    });
    for (const file of outcome.failed) failures.add(file);
    const words = `${outcome.passed} tests passed, ${outcome.failed.length} files failed`;
    console.log(`without a fault, ${tests.suite}: ${words}, ${seconds(began)}`);
  }
  return failures;
}

/** Which of its tests notices a mutation; undefined when none does. */
async function whoNotices(copy: CopiedCheckout, mutation: Mutation): Promise<string | undefined> {
  return copy.whileBroken(mutation, async () => {
    for (const tests of mutation.tests) {
      const { failed } = await copy.test(tests, true);
      if (failed.length > 0) return `${tests.suite}: ${failed.join(", ")}`;
    }
    return undefined;
  });
}

type Verdict = { word: "noticed" | "MISSED" | "UNKNOWN"; why: string };

async function judge(
  copy: CopiedCheckout,
  mutation: Mutation,
  failures: ReadonlySet<string>,
): Promise<Verdict> {
  const failing = mutation.tests.flatMap(({ files }) => files).filter((file) => failures.has(file));
  if (failing.length > 0) return { word: "UNKNOWN", why: `${failing.join(", ")} fails by itself` };
  try {
    const by = await whoNotices(copy, mutation);
    return by ? { word: "noticed", why: by } : { word: "MISSED", why: mutation.file };
  } catch (error) {
    return { word: "UNKNOWN", why: (error as Error).message };
  }
}

ensureBuilt();
const workers = Math.min(2, availableParallelism());
const copies = mutations.slice(0, workers).map(() => new CopiedCheckout());
const count = { noticed: 0, others: 0 };
try {
  const [first] = copies;
  const failures = first ? await failuresWithoutFault(first, workers) : new Set<string>();
  // What takes long begins first, so that nobody waits for it alone.
  const queue = mutations.toSorted((a, b) => Number(b.build ?? 0) - Number(a.build ?? 0));
  const judgeThem = async (copy: CopiedCheckout): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const began = performance.now();
      const { word, why } = await judge(copy, next, failures);
      count[word === "noticed" ? "noticed" : "others"]++;
      const what = `${next.area}: ${next.name}`.padEnd(54);
      console.log(`${word.padEnd(7)}  ${what}  ${seconds(began).padStart(7)}  ${why}`);
    }
  };
  await Promise.all(copies.map(judgeThem));
} finally {
  for (const copy of copies) copy.remove();
}
console.log(`\n${count.noticed} passed, ${count.others} failed`);
process.exitCode = count.others > 0 ? 1 : 0;
