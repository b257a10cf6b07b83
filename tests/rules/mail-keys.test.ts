import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "../support/source.ts";

// What is tried twice writes one mail: each says what it is about, by a key that the second try has too.

const FOLDERS = ["registrations", "membership", "events", "payments", "people", "newsletter"];

/** What stands between the parentheses of each call. */
function callsIn(code: string): string[] {
  return [...code.matchAll(/\bqueueMail\(/g)].map(({ index, 0: { length } }) => {
    let depth = 1;
    let end = index + length;
    for (; depth > 0; end++) depth += { "(": 1, ")": -1 }[code[end] ?? ")"] ?? 0;
    return code.slice(index + length, end - 1);
  });
}

test("every mail about somebody's own has a key", () => {
  const calls = FOLDERS.flatMap((folder) =>
    sourceFiles(`app/${folder}`).flatMap((file) =>
      callsIn(readFileSync(file, "utf8")).map((call) => ({ file, call })),
    ),
  );
  expect(calls.length).toBeGreaterThan(20);
  const without = calls.filter(
    ({ call }) => !/withKey\(|key: |reminderMail\(|\.\.\.mails$/.test(call),
  );
  expect(without).toEqual([]);
});
