import { S3ServiceException } from "@aws-sdk/client-s3";
import { DrizzleQueryError } from "drizzle-orm/errors";
import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import * as z from "zod";
import { AppError, Fault } from "../values/errors.ts";
import { framesOf, reasonOf } from "./log.server.ts";

const TYPED = "aissatou@example.org";

/** An error of PostgreSQL, by the class of a driver. */
function ofDatabase(value: string, fields: Partial<pg.DatabaseError> = {}) {
  const error = new pg.DatabaseError(`duplicate key "${value}"`, 100, "error");
  return Object.assign(error, {
    severity: "ERROR",
    code: "23505",
    detail: `Key (email)=(${value}) already exists.`,
    where: `unnamed portal parameter $1 = '${value}'`,
    hint: value,
    table: "members",
    constraint: "members_email",
    ...fields,
  });
}
const ofDrizzle = (value: string) =>
  new DrizzleQueryError(
    'insert into "members" ("email") values ($1)',
    [value, `\n    at ${value} (file:///build/server/index.js:1:1)`],
    ofDatabase(value),
  );
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

test.each<[string, (value: string) => unknown, string]>([
  [
    "Drizzle",
    ofDrizzle,
    "DrizzleQueryError insert members < DatabaseError 23505 members members_email",
  ],
  ["PostgreSQL", ofDatabase, "DatabaseError 23505 members members_email"],
  [
    "an SMTP server",
    (value) =>
      Object.assign(new Error(`Can't send mail: 550 5.1.1 <${value}> no such user`), {
        code: "EENVELOPE",
        command: "RCPT TO",
        responseCode: 550,
        response: `550 <${value}>`,
        rejected: [value],
      }),
    "Error EENVELOPE RCPT TO 550",
  ],
  ["a form", (value) => thrownBy(() => z.literal("on").parse(value)), "ZodError"],
  ["JSON", (value) => thrownBy(() => JSON.parse(`{${value}`)), "SyntaxError"],
  ["an address", (value) => thrownBy(() => new URL(`//${value}`)), "TypeError ERR_INVALID_URL"],
  ["an encoding", (value) => thrownBy(() => decodeURIComponent(`%${value}`)), "URIError"],
  [
    "a store",
    (value) =>
      Object.assign(
        new S3ServiceException({
          name: value,
          $fault: "client",
          message: `<Key>${value}</Key>`,
          $metadata: { httpStatusCode: 403 },
        }),
      ),
    "S3ServiceException 403",
  ],
  [
    "the network",
    (value) =>
      new TypeError("fetch failed", {
        cause: new AggregateError([
          Object.assign(new Error(`connect ${value}`), {
            code: "ECONNREFUSED",
            syscall: "connect",
          }),
        ]),
      }),
    "TypeError < AggregateError < Error ECONNREFUSED connect",
  ],
  [
    "an operation",
    (value) => new AppError("conflict", `${value} est déjà là`, { cause: ofDrizzle(value) }),
    "AppError conflict < DrizzleQueryError insert members < DatabaseError 23505 members members_email",
  ],
  ["a signal", () => AbortSignal.abort().reason, "DOMException AbortError"],
  ["a text", (value) => value, "a thrown string"],
  ["nothing", () => undefined, "a thrown undefined"],
  ["an answer", (value) => new Response(value, { status: 404 }), "Response 404"],
  ["an object", (value) => ({ name: value, message: value, code: value }), "Object"],
  ["an error with a name", (value) => Object.assign(new Error(value), { name: value }), "Error"],
  [
    "a database that says strange names",
    (value) => ofDatabase(value, { table: value, column: value, constraint: value, code: value }),
    "DatabaseError",
  ],
])("of an error of %s, no value is said", (_name, make, reason) => {
  expect(reasonOf(make(TYPED))).toBe(reason);
});

test("a fault of ours says its words, which are in the source", () => {
  expect(reasonOf(new Fault("no row came back"))).toBe("no row came back");
  // @ts-expect-error a value is refused where it is compiled
  new Fault(`no row for ${String(TYPED)}`);
});

test("an error that cannot even be looked at is unknown", () => {
  const hostile = new Proxy(new Error(TYPED), {
    get() {
      throw new Error(TYPED);
    },
    getPrototypeOf() {
      throw new Error(TYPED);
    },
  });
  expect(reasonOf(hostile)).toBe("unknown");
  expect(framesOf(hostile)).toEqual([]);
});

test("causes that turn in a circle end", () => {
  const error = new Error(TYPED);
  error.cause = error;
  expect(reasonOf(error)).toBe("Error < Error < Error < Error < Error");
});

/** All that an error can carry. */
function carrying(value: string): unknown[] {
  const error = [
    new Error(value),
    new TypeError(`${value}\n    at ${value} (file:///app/a.ts:1:1)`),
    ofDrizzle(value),
    new AppError("invalid", value, { cause: new Error(value) }),
    new AggregateError([new Error(value), value], value),
    Object.assign(new Error("x"), { name: value, query: `select 1 -- ${value}`, [value]: value }),
    Object.assign(new Error("x"), { errors: [value], response: value, input: value, path: value }),
  ];
  const changed = new Error("before");
  changed.message = value;
  const renamed = new Error(value);
  renamed.name = value;
  const stacked = Object.assign(new Error("x"), { stack: value });
  return [...error, changed, renamed, stacked, value, { message: value }, [value]];
}

test("whatever stands in an error, the same is said of it and of its place", () => {
  const nearFrames = fc
    .tuple(fc.string(), fc.string())
    .map(([a, b]) => `${a}\n    at f (/${b}:1:2)\n    at node:x:1:2`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), nearFrames), (value) => {
      const [one, other] = [value, "another"].map((each) =>
        carrying(each).map((error) => ({ said: reasonOf(error), at: framesOf(error) })),
      );
      // The errors of both were made in the same places; a place that is not certain is not said.
      expect(one?.map(({ said }) => said)).toEqual(other?.map(({ said }) => said));
      one?.forEach(({ at }, n) => {
        if (at.length > 0) expect(at).toEqual(other?.[n]?.at);
      });
    }),
    { numRuns: 100 },
  );
}, 30_000);

test("where an error comes from is said", () => {
  const [first] = framesOf(new Error("several\nlines"));
  expect(first).toMatch(/app\/core\/log\/reason\.test\.ts:\d+:\d+$/);
  expect(framesOf(ofDrizzle(TYPED)).join()).toContain("reason.test.ts");
});
