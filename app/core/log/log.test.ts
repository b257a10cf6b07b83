import { expect, test } from "vitest";
import { createLog, reasonOf } from "./log.server.ts";

const TYPED = "Aïssatou <aissatou@example.org>";
const ID = "01930000-0000-7000-8000-000000002001";

/** The line that a log writes. */
function lineOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = "";
  write(createLog("debug", { write: (text) => (line += text) }));
  const { time: _, level: __, ...fields } = JSON.parse(line);
  return fields;
}

test("a line holds the known fields, and words of the source", () => {
  const err = new Error(TYPED);
  const fields = {
    err,
    reason: reasonOf(err),
    route: "/en/tickets/:token",
    payment: ID,
    attempt: 2,
  };
  expect(lineOf((log) => log.error(fields, "it failed"))).toEqual({
    ...fields,
    err: { reason: "Error", at: expect.arrayContaining([expect.stringContaining("log.test.ts")]) },
    msg: "it failed",
  });
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["a field that nobody named", { email: TYPED, path: "/tickets/x" }, {}],
  ["a text for an error", { err: TYPED }, { err: { reason: "a thrown string", at: [] } }],
  ["a message for a reason", { reason: new Error(TYPED).message }, { reason: "?" }],
  ["an address for a route", { route: "/tickets/Zx81_4" }, { route: "?" }],
  ["a text for a row", { payment: TYPED, mail: "1" }, { payment: "?", mail: "?" }],
  [
    "a sentence for a name",
    { form: TYPED, what: { toJSON: () => TYPED } },
    { form: "?", what: "?" },
  ],
  ["a text for a number", { attempt: TYPED, failed: TYPED }, { attempt: "?", failed: false }],
  ["what objects have", { __proto__: null, constructor: TYPED, toJSON: () => TYPED }, {}],
])("%s is not said", (_name, fields, message) => {
  expect(lineOf((log) => log.warn(fields as never, "something"))).toEqual({
    ...message,
    msg: "something",
  });
});

test("TypeScript refuses words that hold a value, and fields that nobody named", () => {
  const log = createLog("silent");
  // @ts-expect-error
  log.info({}, `hello ${String(TYPED)}`);
  // @ts-expect-error
  log.info({}, String(TYPED));
  // @ts-expect-error
  log.info({ email: TYPED }, "hello");
  // @ts-expect-error
  log.info({ reason: TYPED }, "hello");
});
