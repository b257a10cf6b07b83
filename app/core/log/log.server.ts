import pino, { type DestinationStream } from "pino";
import { UUID } from "../secrets/id.ts";
import type { Constant } from "../values/errors.ts";
import { framesOf, type Reason, reasonOf } from "./reason.server.ts";
import { errorTallies, warningTallies } from "./tallies.server.ts";

export { reasonOf };

/** What `LOG_LEVEL` may say: pino's own levels. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const NAME = /^[a-z][a-z_-]*(?:\.[a-z][a-z_-]*)*$/i;
const REASON = /^[\p{L}\p{N} _.:;,<>()"'’-]*$/u;

const text =
  <Text extends string = string>(form: RegExp) =>
  (value: Text) =>
    typeof value === "string" && value.length <= 500 && form.test(value) ? value : "?";
const name = text(NAME);
const id = text(UUID);
const number = (value: number) => (Number.isFinite(value) ? value : "?");

/**
 * The fields that a log line may have, and their formats. Unknown fields are dropped and values of another
 * format are replaced by a question mark, so that no user input can reach the log.
 */
const FIELDS = {
  /** An error, with the places that it came through. */
  err: (error: unknown) => ({ reason: reasonOf(error), at: framesOf(error) }),
  reason: text<Reason>(REASON),
  /** What is wrong with the database: words of ours with names of the schema. */
  why: text(REASON),
  /** The reference that the error screen shows, to find its line in the log. */
  reference: text(/^[0-9a-f]{8}$/),
  /** The pattern of an address, such as /tickets/:token. */
  route: text(/^\/[a-z/:*.-]*$/),
  // Names that the source gives to its parts.
  form: name,
  intent: name,
  job: name,
  template: name,
  what: name,
  state: name,
  /** Of ours, as DATA_DIR names it. */
  folder: text(/^[\p{L}\p{N}/\\:._ -]*$/u),
  /** Octal, as chmod writes them. */
  rights: text(/^[0-7]{3,4}$/),
  // Rows.
  file: id,
  mail: id,
  order: id,
  payment: id,
  refund: id,
  attempt: number,
  count: number,
  seconds: number,
  failed: (value: boolean) => value === true,
};

type FieldName = keyof typeof FIELDS;
type Fields = { [Name in FieldName]?: Parameters<(typeof FIELDS)[Name]>[0] };
type Level = "fatal" | "error" | "warn" | "info" | "debug";
type Write = <const Words extends string>(fields: Fields, words: Constant<Words>) => void;

/**
 * Structured lines: only `FIELDS` and literals of the source. `onLine` hears of each by its words, also of
 * those that are too small to be written.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  onLine?: (at: Level, words: string) => void,
): Record<Level, Write> {
  const settings = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const lines = destination ? pino(settings, destination) : pino(settings);
  const writer =
    (at: Level): Write =>
    (fields, words) => {
      onLine?.(at, words);
      if (lines.isLevelEnabled(at)) lines[at](safeFields(fields), words);
    };
  return {
    fatal: writer("fatal"),
    error: writer("error"),
    warn: writer("warn"),
    info: writer("info"),
    debug: writer("debug"),
  };
}

function safeFields(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field, value]) => Object.hasOwn(FIELDS, field) && value !== undefined)
      .map(([field, value]) => [field, FIELDS[field as FieldName](value as never)]),
  );
}

function countLine(at: Level, words: string): void {
  if (at === "error" || at === "fatal") errorTallies.add(words);
  if (at === "warn") warningTallies.add(words);
}

/** The log of this process, on standard output. */
export const log = createLog(
  // A wrong one is refused with the other settings, in words, which this log must be there to say.
  LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ??
    (process.env.NODE_ENV === "test" ? "silent" : "info"),
  undefined,
  countLine,
);
