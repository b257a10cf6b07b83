import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const TYPED = "aissatou@example.org";

/** What a process says that guards its output, and how it ends. */
function run(work: string) {
  const script = `
    const { logConsoleOutput } = await import("./app/core/log/output.server.ts");
    const { DrizzleQueryError } = await import("drizzle-orm/errors");
    const error = new DrizzleQueryError("select 1", ["${TYPED}"], new Error("${TYPED}"));
    logConsoleOutput();
    ${work}`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", script],
    { encoding: "utf8", env: { PATH: process.env.PATH, LOG_LEVEL: "debug" } },
  );
  return { output: stdout + stderr, status };
}

test.each([
  ["prints an error", "console.error('it failed', error)", "a library printed something"],
  ["prints a text", `console.log("to ${TYPED}")`, "a library printed something"],
  ["asserts", `console.assert(false, "${TYPED}")`, "a library printed something"],
  ["traces", `console.trace("${TYPED}")`, "a library printed something"],
  ["warns", `process.emitWarning("${TYPED}")`, "a warning of Node"],
])("a library that %s is heard without its words", (_name, work, words) => {
  const { output, status } = run(work);
  expect(output).toContain(words);
  expect(output).not.toContain(TYPED);
  expect(status).toBe(0);
});

test.each([
  ["an error that nobody caught", "setTimeout(() => { throw error })"],
  ["a rejection that nobody handled", "Promise.reject(error)"],
  ["a text that was thrown", `setTimeout(() => { throw "${TYPED}" })`],
  ["a text that was a rejection", `Promise.reject("${TYPED}")`],
])("%s ends the process without its words", (_name, work) => {
  const { output, status } = run(work);
  expect(output).toContain("nobody expected this error");
  expect(output).not.toContain(TYPED);
  expect(status).toBe(1);
});
