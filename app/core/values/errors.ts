import type { FieldErrors, FormValues } from "./check-fields.ts";

/** The kinds of expected errors. */
type AppErrorKind = "not-found" | "forbidden" | "conflict" | "invalid" | "unavailable";

/** The HTTP status of each kind. A record of somebody else is not-found, not forbidden. */
export const STATUS_OF: Record<AppErrorKind, number> = {
  "not-found": 404,
  forbidden: 403,
  conflict: 409,
  invalid: 400,
  unavailable: 503,
};

/** `retry-after` of a 503 document, in seconds. */
export const RETRY_AFTER_S = "60";

/** Its message is for people and may contain user input, so a log shows only its kind. */
export class AppError extends Error {
  readonly kind: AppErrorKind;

  constructor(kind: AppErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AppError";
    this.kind = kind;
  }
}

/** Thrown by an operation when only the database can tell that a field is wrong. */
export class FieldRefused extends Error {
  /** Its name, or how the form that was sent calls it: one of a list has a number there. */
  readonly field: string | ((values: FormValues) => string);
  /** What is wrong with other fields of the form. */
  readonly others: FieldErrors;
  constructor(field: FieldRefused["field"], message: string, others: FieldErrors = {}) {
    super(message);
    this.field = field;
    this.others = others;
  }
}

/** Whether the database or a store is unavailable. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError && error.kind === "unavailable";

/** What an answer with status 503 holds, so that a screen does not take it for a line that is cut. */
export const DATABASE_AWAY = { databaseAway: true } as const;

/** Too many requests at once: a retry in a moment should succeed. */
export class BusyError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super("unavailable", message, options);
    this.name = "BusyError";
  }
}

/**
 * The database answers, but is not what this version needs: another site's, a newer one, or one that a restore left
 * incomplete. `why` describes it, without values.
 */
export class WrongDatabaseError extends AppError {
  readonly why: string;

  constructor(why: string, options?: ErrorOptions) {
    super("unavailable", `Base de données refusée (wrong database): ${why}`, options);
    this.name = "WrongDatabaseError";
    this.why = why;
  }
}

/** An error and its causes, the outermost first. */
export function causesOf(error: unknown): (Error & { code?: string })[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** Whether an error or one of its causes has a code of this form. */
export const hasCode = (error: unknown, form: RegExp): boolean =>
  causesOf(error).some(({ code }) => code !== undefined && form.test(code));

/** A string literal of the source. TypeScript refuses a string that was built from values. */
export type Constant<Text extends string> =
  Record<never, never> extends Record<Text, unknown> ? never : Text;

/** A bug of ours. Its message is a literal of the source, so a log may show it. */
export class Fault<const Text extends string = string> extends Error {
  constructor(words: Constant<Text>, options?: ErrorOptions) {
    super(words, options);
    this.name = "Fault";
  }
}

/** No space is left in the store, or in the folder for uploads. */
export class StoreFullError extends Error {}

/** No space, over quota, file too large; and PostgreSQL's code for a full disk. */
const FULL = /^(ENOSPC|EDQUOT|EFBIG|53100)$/;

/** Whether an error or one of its causes says that a disk or store is full. */
export const isFull = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) =>
      cause instanceof StoreFullError ||
      FULL.test(cause.code ?? "") ||
      // Some libraries keep the message and lose the code.
      /no space left on device|disk quota exceeded/i.test(cause.message),
  );

// Codes of PostgreSQL.
const UNIQUE_VIOLATION = /^23505$/;
const FOREIGN_KEY_VIOLATION = /^23503$/;
const INSUFFICIENT_PRIVILEGE = /^42501$/;
const QUERY_CANCELED = /^57014$/;

/** Whether such a row exists already. */
export const isUniqueViolation = (error: unknown) => hasCode(error, UNIQUE_VIOLATION);

/** Whether a referenced row does not exist. */
export const isForeignKeyViolation = (error: unknown) => hasCode(error, FOREIGN_KEY_VIOLATION);

/** Whether the database role lacks a permission. */
export const isPermissionDenied = (error: unknown) => hasCode(error, INSUFFICIENT_PRIVILEGE);

/** Whether a statement was cancelled because it took too long, which is no outage. */
export const isStatementTimeout = (error: unknown) => hasCode(error, QUERY_CANCELED);

/** The name of the constraint that a row violates, if the database gave one. */
export function brokenConstraint(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => (cause as { constraint?: string }).constraint)
    .find(Boolean);
}
