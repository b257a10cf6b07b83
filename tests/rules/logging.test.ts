import { expect, test } from "vitest";
import { importsOf, isForTests, read, sourceFiles } from "../support/source.ts";

// What a line of the log may hold is a matter of types (app/core/log/log.server.ts): these are the ways
// around it.

const onServer = [...sourceFiles("app"), ...sourceFiles("server")].filter(
  (file) => !isForTests(file) && !/^app\/resources\/viewer\/|^app\/ui\//.test(file),
);
const holding = (form: RegExp, except: RegExp) =>
  onServer.filter((file) => !except.test(file) && form.test(read(file)));

test("only the log writes to the output", () => {
  // The password of the first administrator is shown once; `output` keeps the others quiet.
  const own = /^server\/main\.ts$|^app\/core\/log\/output\.server\.ts$/;
  expect(holding(/\bconsole\b\s*[.[]|process\.(?:stdout|stderr|emitWarning)/, own)).toEqual([]);
});

test("a program that opens the data without the site begins by keeping its errors to itself", () => {
  const programs = sourceFiles("scripts").filter((file) => /-run\.ts$/.test(file));
  const opening = programs.filter((file) => /from "\.\.\/app\//.test(read(file)));
  expect(opening.length).toBeGreaterThan(2);
  const first = (file: string) => /^import .*$/m.exec(read(file))?.[0];
  for (const file of opening) expect(first(file), file).toBe('import "./own-program.ts";');
});

test("only the log knows pino", () => {
  const users = onServer.filter((file) => importsOf(file).some(({ target }) => target === "pino"));
  expect(users).toEqual(["app/core/log/log.server.ts"]);
});

test("no type is talked out of what the log and a fault accept", () => {
  const forced = /\b(?:log\.\w+|new Fault)\([^;]*\bas (?:never|any|unknown|Reason)\b/;
  expect(holding(forced, /^$/)).toEqual([]);
  expect(holding(/\bas Reason\b/, /^app\/core\/log\/log\.server\.ts$/)).toEqual([]);
});
