import * as z from "zod";
import { email } from "../../core/values/email.ts";
import { CODE_DIGITS } from "./find-payment.ts";

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
