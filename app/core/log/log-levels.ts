/** What `LOG_LEVEL` may say: pino's own levels. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
