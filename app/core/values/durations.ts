// In milliseconds.

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** For the Max-Age of cookies. */
export const DAY_SECONDS = 86_400;
