import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import * as z from "zod";
import { shownName } from "../../i18n/elision.ts";
import { tooLongKey } from "../../i18n/too-long.ts";
import { currentMs } from "../process/clock.ts";
import { isDay } from "./age.ts";
import { readPhone } from "./phone.ts";

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

/** The name of a person, an organisation or a town. */
export const nameLine = (min: number, message: string, max = MAX_LINE) =>
  line(min, message, max).overwrite(shownName);

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

/** What can be wrong with a birth date that was typed. */
export type BirthDateWords = Readonly<Record<"unreal" | "toCome" | "tooEarly", string>>;

const BIRTH_DATE_KEYS: BirthDateWords = {
  unreal: "validation.birthDate.unreal",
  toCome: "validation.birthDate.toCome",
  tooEarly: "validation.birthDate.tooEarly",
};

const FIRST_BIRTH = "1900-01-01";

/** A birth date: a real day, yyyy-mm-dd, that has come. The back office gives the sentences themselves. */
export const pastDay = (missing: string, words: BirthDateWords = BIRTH_DATE_KEYS) =>
  z
    .string({ error: missing })
    .trim()
    .superRefine((day, context) => {
      const message = day === "" ? missing : birthDateProblem(day, words);
      if (message) context.addIssue({ code: "custom", message });
    });

function birthDateProblem(day: string, words: BirthDateWords): string | undefined {
  // Before the year 1000 it is no day for `isDay`: somebody typed two digits of a year.
  if (/^0\d{3}-\d\d-\d\d$/.test(day)) return words.tooEarly;
  if (!isDay(day)) return words.unreal;
  if (day < FIRST_BIRTH) return words.tooEarly;
  return Date.parse(`${day}T00:00:00Z`) > currentMs() ? words.toCome : undefined;
}

const MAX_PHONE = 40;

/** A phone number, in the form that `readPhone` gives it. */
export const phone = (message: string) =>
  z
    .string({ error: message })
    .max(MAX_PHONE, message)
    .transform((text, context) => {
      const number = readPhone(text);
      if (number) return number;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

/** The number of a WhatsApp or mobile money account, which a machine dials: E.164 comes out. */
export const accountNumber = (tooShort: string, wrongFormat = tooShort) =>
  z
    .string({ error: tooShort })
    .trim()
    .max(MAX_PHONE, wrongFormat)
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

/** E.164 of a number, or undefined when it cannot be one. Without the code of a country it is one of Guinea. */
export function toE164(text: string): string | undefined {
  const number = readPhone(text);
  if (number === undefined) return undefined;
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: "GN", extract: false });
  if (!parsed?.isPossible()) return undefined;
  if (parsed.countryCallingCode === "224" && !/^\+224(?:[67]\d{8}|3\d{7})$/.test(parsed.number)) {
    return undefined;
  }
  return parsed.number;
}
