import * as z from "zod";
import { MINUTE } from "../../core/values/durations.ts";
import { email } from "../../core/values/email.ts";
import { digitCode } from "../../core/values/fields.ts";

export const CODE_DIGITS = 8;
/** How long a code is valid. */
export const CODE_MS = 30 * MINUTE;
/** Tries per code. */
export const CODE_TRIES = 5;
/** A code finds open payments, and those that changed within so many days. */
export const FOUND_FOR_DAYS = 90;

const invalid = { error: "validation.invalid" };

/** Requests a code, or deletes the payments of this browser. */
export const findPaymentSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("send"), email: email("validation.payment.email") }),
    z.object({ intent: z.literal("forget") }),
  ],
  invalid,
);

export const paymentCodeSchema = z.object({
  code: digitCode(CODE_DIGITS, "validation.payment.code"),
});
