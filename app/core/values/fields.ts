import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import * as z from "zod";
import { tooLongKey } from "../../i18n/too-long.ts";
import { currentMs } from "../process/clock.ts";
import { isDay } from "./age.ts";

/** Building blocks of form schemas. Every message is a key of the dictionaries, `validation.…`. */

const MAX_LINE = 200;
const MAX_TEXT = 5_000;

/** One line of at least `min` characters, once the spaces around it are gone. */
export const line = (
  min: number,
  message: string,
  max = MAX_LINE,
  tooLongMessage: (max: number) => string = tooLongKey,
) => z.string({ error: message }).trim().min(min, message).max(max, tooLongMessage(max));

/** A longer text of at least `min` characters. */
export const longText = (min: number, message: string) => line(min, message, MAX_TEXT);

/** A box that must be ticked. */
export const ticked = (message: string) =>
  z.literal("on", { error: message }).transform(() => true);

/** A code of so many digits from a mail, with the spaces, dots and dashes that people copy along. */
export const digitCode = (digits: number, message: string) =>
  z
    .string({ error: message })
    .transform((text) => text.replaceAll(/[\s.-]/g, ""))
    .pipe(z.string().regex(new RegExp(`^\\d{${digits}}$`), message));

/** A real day, yyyy-mm-dd, not in the future. */
export const pastDay = (message: string) =>
  z
    .string({ error: message })
    .refine(
      (day) => isDay(day) && Date.parse(`${day}T00:00:00Z`) <= currentMs() && day >= "1900-01-01",
      message,
    );

/**
 * A phone number as people in Guinea write it (622 12 34 56, +224…, 00224…) or with the code of
 * another country; E.164 comes out. Validity tables lag behind the operators' new ranges, so only the
 * length is judged, and a Guinean number must be a mobile (6…) or a fixed line (3…).
 */
export const phone = (tooShort: string, wrongFormat = tooShort) =>
  z
    .string({ error: tooShort })
    .trim()
    .max(40, wrongFormat)
    .refine((text) => text.length >= 8, tooShort)
    .transform((text, context) => {
      const number = toE164(text);
      if (number) return number;
      context.addIssue({ code: "custom", message: wrongFormat });
      return z.NEVER;
    });

/** A stored number as people read it: +224 622 12 34 56. */
export const formatPhone = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number;

/** E.164 of a number, or undefined when it cannot be one. */
export function toE164(text: string): string | undefined {
  // Dots, spaces, dashes and brackets are how people write; letters are not.
  if (!/^\+?[\d\s.\-()\u00a0\u202f]+$/.test(text)) return undefined;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: "GN", extract: false });
  if (!parsed?.isPossible()) return undefined;
  if (parsed.countryCallingCode === "224" && !/^\+224(?:[67]\d{8}|3\d{7})$/.test(parsed.number)) {
    return undefined;
  }
  return parsed.number;
}
