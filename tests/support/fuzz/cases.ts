import { format } from "node:util";
import { test } from "vitest";
import { checkEach } from "./check-each.ts";

// A test is something that can break by itself. The cells of a matrix (table × role, mail × language) break
// together, so they are one test: it tries every case, and its failure names those that are wrong.

type Check = () => unknown;
type Collector = ((title: string, check: Check) => void) & {
  each: <Case>(
    cases: readonly Case[],
  ) => (title: string, check: (...args: never[]) => unknown) => void;
};

const TIME_MS = 60_000;

/** As `test.each`, in one test. */
export function testAll<Case>(cases: readonly Case[]) {
  return (title: string, check: (...args: Spread<Case>) => unknown, timeout = TIME_MS): void => {
    const checks = cases.map((one) => ({
      name: nameOf(title, one),
      check: () => check(...(argumentsOf(one) as Spread<Case>)),
    }));
    test(withoutPlaces(title), { timeout }, () => tryAll(checks));
  };
}

/** As `describe.each`: what `suite` declares with the `test` that it is given is one test for all cases, by title. */
export function describeAll<Case>(
  cases: readonly Case[],
  nameOfCase: (one: Case) => string,
  suite: (one: Case, test: Collector) => void,
): void {
  const byTitle = new Map<string, { name: string; check: Check }[]>();
  for (const one of cases) {
    const add = (title: string, check: Check, name = nameOfCase(one)) => {
      byTitle.set(title, [...(byTitle.get(title) ?? []), { name, check }]);
    };
    const each: Collector["each"] = (rows) => (title, check) => {
      for (const row of rows) {
        const run = () => check(...(argumentsOf(row) as never[]));
        add(withoutPlaces(title), run, `${nameOfCase(one)}: ${nameOf(title, row)}`);
      }
    };
    const collect = (title: string, check: Check) => add(title, check);
    suite(one, Object.assign(collect, { each }));
  }
  for (const [title, checks] of byTitle) test(title, { timeout: TIME_MS }, () => tryAll(checks));
}

const tryAll = (checks: readonly { name: string; check: Check }[]) =>
  checkEach(
    checks.map(({ name, check }) => [name, check] as const),
    (check) => check(),
  );

type Spread<Case> = Case extends readonly unknown[] ? [...Case] : [Case];

const argumentsOf = (one: unknown): unknown[] => (Array.isArray(one) ? one : [one]);

function nameOf(title: string, one: unknown): string {
  const named = title.replace(/\$([\w.]+)/g, (_, path: string) =>
    String(path.split(".").reduce((value, key) => (value as never)?.[key], one)),
  );
  return format(named, ...argumentsOf(one).slice(0, title.match(/%[sio]/g)?.length ?? 0));
}

const withoutPlaces = (title: string) =>
  title
    .replace(/%[sio]|'?\$[\w.]+'?/g, "")
    .replace(/\s+/g, " ")
    .trim() || "each";
