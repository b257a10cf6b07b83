import pino from "pino";

/** Structured logs on standard output. No personal data and no secret is ever passed to it. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? (process.env.NODE_ENV === "test" ? "silent" : "info"),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
});
