import pino from "pino";

/**
 * What may be said of an error in a log. A database error carries the values of its statement, and
 * PostgreSQL's own details those of the row: both can be somebody's name, so neither is kept.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name !== "DrizzleQueryError") return error.message;
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return cause ? `${cause.code ?? "database"}: ${cause.message}` : "database";
}

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { reason: "unknown" };
  // The first lines of a stack repeat the message.
  const stack = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { type: error.name, reason: reasonOf(error), stack: stack?.join("\n") };
}

/** Structured logs on standard output. No personal data and no secret is ever passed to it. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? (process.env.NODE_ENV === "test" ? "silent" : "info"),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serializeError },
});
