import { MINUTE } from "../../core/values/durations.ts";

export const CODE_DIGITS = 8;
/** How long a code opens what was asked for. */
export const CODE_MS = 30 * MINUTE;
/** How many wrong codes are taken for one mail. */
export const CODE_TRIES = 5;
/** How old a payment may be that a code finds: what is under way, and where recent money went. */
export const FOUND_FOR_DAYS = 90;
