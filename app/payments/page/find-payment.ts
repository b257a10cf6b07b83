import * as z from "zod";
import { email } from "../../core/values/email.ts";

const MINUTE_MS = 60_000;

export const CODE_DIGITS = 8;
/** How long a code opens what was asked for. */
export const CODE_MS = 30 * MINUTE_MS;
/** How many wrong codes are taken for one mail. */
export const CODE_TRIES = 5;
/** How old a payment may be that a code finds: what is under way, and where recent money went. */
export const FOUND_FOR_DAYS = 90;

const invalid = { error: "validation.invalid" };

/** Asks for a code at an address, or makes this browser forget what it knows. */
export const findPaymentSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("send"), email: email("validation.payment.email") }),
    z.object({ intent: z.literal("forget") }),
  ],
  invalid,
);

const code = { error: "validation.payment.code" };

/** The digits of the mail, with the spaces that people copy along. */
export const paymentCodeSchema = z.object({
  code: z
    .string(code)
    .transform((digits) => digits.replaceAll(/[\s.-]/g, ""))
    .pipe(z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), code)),
});
