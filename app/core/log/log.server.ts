import { constants } from "node:os";
import pino, { type DestinationStream } from "pino";
import { UUID } from "../secrets/id.ts";
import { AppError, type Constant, Fault } from "../values/errors.ts";
import { errorTallies, warningTallies } from "./tallies.server.ts";

declare const reasonBrand: unique symbol;

/** A description of an error that contains no values. Only `reasonOf` makes one. */
type Reason = string & { readonly [reasonBrand]: true };

const DEEPEST = 5;
const MOST_FRAMES = 30;

/**
 * Describes an error for a log, a screen or a stored row.
 *
 * Messages may contain values: PostgreSQL repeats the row, Drizzle the parameters, an SMTP server the recipient,
 * `JSON.parse` its input. So the description has only what cannot contain one: the class, codes, the names of tables
 * and columns, and the message of a `Fault`, which is a literal of the source.
 */
export function reasonOf(error: unknown): Reason {
  return chainOf(error)
    .map((link) => safely(() => wordsOf(link)) ?? "unknown")
    .join(" < ") as Reason;
}

/** The error and what caused it, the outermost first. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link = error;
  do {
    chain.push(link);
    link = safely(() => causeOf(link));
  } while (link !== undefined && link !== null && chain.length < DEEPEST);
  return chain;
}

function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return error.errors[0];
  if (typeof error !== "object" || error === null) return undefined;
  // React Router wraps thrown errors.
  const { cause, error: wrapped } = error as { cause?: unknown; error?: unknown };
  return cause ?? (isError(wrapped) ? wrapped : undefined);
}

/** An error of a library may have getters that throw. */
function safely<T>(say: () => T): T | undefined {
  try {
    return say();
  } catch {
    return undefined;
  }
}

const isError = (value: unknown): value is Error =>
  value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";

function wordsOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return `a thrown ${typeof error}`;
  if (error instanceof Fault) return error.message;
  const words = [classOf(error), ...ownWords(error), ...codes(error), ...databaseNames(error)];
  return words.filter(Boolean).join(" ");
}

function classOf(error: object): string {
  const { name } = Object.getPrototypeOf(error)?.constructor ?? {};
  return matching(name, /^[A-Z]\w{0,60}$/) ?? "Error";
}

/** The kind of our own errors and of DOMExceptions. */
function ownWords(error: object): (string | undefined)[] {
  if (error instanceof AppError) return [error.kind];
  if (error instanceof DOMException) {
    return [["AbortError", "TimeoutError"].find((name) => name === error.name)];
  }
  return [];
}

const ERROR_CODE = /^(?:ERR|UND_ERR|HPE|CERT|DEPTH|UNABLE|SELF)_[A-Z_]{1,60}$|^E[A-Z0-9]{2,14}$/;

/** Codes of PostgreSQL, of the operating system and of protocols. */
function codes(error: object): (string | undefined)[] {
  const { code, syscall, command, responseCode, status, statusCode, $metadata } = error as Record<
    string,
    unknown
  >;
  const isKnown = typeof code === "string" && code in constants.errno;
  return [
    isDatabaseError(error) ? matching(code, /^[0-9A-Z]{5}$/) : undefined,
    isKnown ? code : matching(code, ERROR_CODE),
    matching(syscall, /^[a-z]{2,20}$/),
    // The SMTP command that failed, such as RCPT TO.
    matching(
      command,
      /^(?:CONN|API|[EH]HLO|AUTH [A-Z0-9-]{2,20}|MAIL FROM|RCPT TO|DATA|STARTTLS)$/,
    ),
    statusOf(
      responseCode ?? status ?? statusCode ?? (($metadata ?? {}) as HttpFailure).httpStatusCode,
    ),
  ];
}

type HttpFailure = { httpStatusCode?: unknown };

const statusOf = (status: unknown) =>
  Number.isInteger(status) && Number(status) >= 100 && Number(status) < 600
    ? String(status)
    : undefined;

const isDatabaseError = (error: object) => "severity" in error && "code" in error;

const IDENTIFIER = /^[a-z_][a-z0-9_]{0,62}$/;

/** The names in a database error, without `detail`, which contains the row. */
function databaseNames(error: object): (string | undefined)[] {
  if (isDatabaseError(error)) {
    const { table, column, constraint } = error as Record<string, unknown>;
    return [table, column, constraint].map((name) => matching(name, IDENTIFIER));
  }
  return [statementOf((error as { query?: unknown }).query)];
}

const STATEMENT =
  /\b(?:(insert)\s+into|(delete)\s+from|(update)|(select)\b.*?\bfrom)\s+"?([a-z_][a-z0-9_]{0,62})\b/s;

/** Verb and table of a statement of Drizzle's, whose values are parameters. */
function statementOf(query: unknown): string | undefined {
  if (typeof query !== "string") return undefined;
  const parts = STATEMENT.exec(query.slice(0, 4_000))?.slice(1).filter(Boolean);
  return parts?.join(" ");
}

const matching = (text: unknown, form: RegExp): string | undefined =>
  typeof text === "string" && form.test(text) ? text : undefined;

const FRAME =
  /^ {4}at (?:async )?(?:new )?([\w$.<>]{1,80} )?(?:\[as \w{1,40}\] )?\(?((?:file:\/\/|node:|\/)[^\s()]{1,300}:\d{1,7}:\d{1,7})\)?$/;

/**
 * The stack frames of an error. The stack begins with the message, which may itself look like a frame, so it is cut off
 * by its length; no frames are returned when that is not possible.
 */
export function framesOf(error: unknown): string[] {
  return safely(() => readFrames(error)) ?? [];
}

function readFrames(error: unknown): string[] {
  if (!isError(error) || typeof error.stack !== "string") return [];
  const { stack, message } = error;
  const header = message === "" ? stack.indexOf("\n") : stack.indexOf(`: ${message}\n`);
  // The first line is the name, which is one line.
  if (header < 0 || header !== stack.slice(0, header).split("\n", 1)[0]?.length) return [];
  const rest = stack.slice(message === "" ? header + 1 : header + message.length + 3);
  return rest
    .split("\n", MOST_FRAMES)
    .map((line) => FRAME.exec(line))
    .filter((match) => match !== null)
    .map(([, name = "", place = ""]) => `${name}${shortened(place)}`);
}

/** Without the folders above the project. */
const shortened = (place: string) =>
  place
    .replace(/^file:\/\//, "")
    .replace(/^.*?\/(?=(?:build|node_modules|app|server|tests)\/)/, "");

/** The values of `LOG_LEVEL`: pino's levels. */
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
  /** What is wrong with the database: our own text, with names of the schema. */
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
  /** The path of DATA_DIR. */
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
 * Writes structured lines that contain only `FIELDS` and literals of the source. `onLine` is called for each line, also
 * below the level that is written.
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
  // An invalid level is reported by `env`, which needs this log.
  LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ??
    (process.env.NODE_ENV === "test" ? "silent" : "info"),
  undefined,
  countLine,
);
