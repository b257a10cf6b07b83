import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { isForTests, read, sourceFiles } from "../support/source.ts";

// There is one clock, so that a year can be lived through in an hour: TypeScript asks app/core/process/clock.ts, SQL
// asks site_now() and site_today(), which the doors feed from it.

/** Who may ask the machine for the time, and why. */
const HOMES: readonly (readonly [RegExp, string])[] = [
  [/^app\/core\/process\/clock\.ts$/, "it is the clock"],
  [/\.browser\.tsx?$/, "runs in the browser of somebody, who has a clock of their own"],
  [
    /^app\/office\/frame\/shortcuts\.tsx$/,
    "measures how fast two keys follow each other, in the browser",
  ],
  [
    /^app\/auth\//,
    "the sign-in library asks the machine: a session may not end by one and not by the other",
  ],
  [
    /^app\/core\/storage\/storage-s3\.server\.ts$/,
    "a store that names no moment has just written the file, by its own time",
  ],
];

const IN_TYPESCRIPT =
  /\bnew Date\(\s*\)|\bnew Date\b(?!\()|(?<!typeof )\bDate\.now\b|\bDate\(\)|Temporal\.Now/;
const IN_SQL =
  /(?<![\w.])now\(\)|\b(?:current_date|current_time(?:stamp)?|local_?time(?:stamp)?|(?:clock|statement|transaction)_timestamp|timeofday)\b|'(?:now|today|tomorrow|yesterday)'|\.defaultNow\(/i;

const product = ["app", "server", "database"]
  .flatMap(sourceFiles)
  .filter((file) => !isForTests(file));
const sqlFiles = globSync("database/**/*.sql");
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'])\/\/.*$|^\s*--.*$/gm, "");
const linesWith = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    withoutComments(read(file))
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test("TypeScript asks the clock for the time, but for what measures real time", () => {
  const others = product.filter((file) => !HOMES.some(([home]) => home.test(file)));
  expect(linesWith(others, IN_TYPESCRIPT)).toEqual([]);
});

test("every home that is named here still needs it", () => {
  const used = linesWith(product, IN_TYPESCRIPT);
  expect(
    HOMES.filter(([home]) => !used.some((line) => home.test(line.split(": ")[0] ?? ""))),
  ).toEqual([]);
});

test("SQL asks the function that the doors feed: queries, defaults, triggers", () => {
  expect(sqlFiles.length).toBeGreaterThan(2);
  const lines = linesWith([...product, ...sqlFiles], IN_SQL);
  // The one place where it is made: what a transaction has that no door began.
  const own = lines.filter((line) => line.startsWith("database/foundation.sql:"));
  expect(own).toEqual([expect.stringContaining("current_setting('app.now', true)")]);
  expect(lines.filter((line) => !own.includes(line))).toEqual([]);
});

test("only the start of the server puts another clock in its place", () => {
  expect(linesWith(product, /\bsetClock\(/).map((line) => line.split(": ")[0])).toEqual([
    "app/core/process/clock.ts",
    "server/main.ts",
  ]);
});

test("the rule sees every way to ask, and leaves everything else alone", () => {
  for (const line of [
    "new Date()",
    "new Date( )",
    "moments.map(Date.now)",
    "const at = new Date;",
  ]) {
    expect(line).toMatch(IN_TYPESCRIPT);
  }
  for (const line of [
    "where created_at < now()",
    "default CURRENT_DATE",
    "select clock_timestamp()",
    "'now'::timestamptz",
    "LocalTimestamp",
  ]) {
    expect(line).toMatch(IN_SQL);
  }
  for (const line of ["new Date(0)", "new Date(value)", "performance.now()", "site_now()"]) {
    expect(line).not.toMatch(IN_TYPESCRIPT);
    expect(line).not.toMatch(IN_SQL);
  }
});
