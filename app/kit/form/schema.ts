import * as z from "zod";
import { isDay } from "../../core/values/age.ts";
import { formatNumber } from "../../i18n/format.ts";
import { tooLong } from "../../i18n/too-long.ts";

/** Building blocks of the back office's schemas. Messages are the French sentences themselves. */

// The Content-Security-Policy refuses the code that zod compiles, and browsers would report each attempt.
if (typeof document !== "undefined") z.config({ jitless: true });

/** The editor sends JSON, which is longer than Markdown: the length of the text itself is checked when it is parsed. */
export const MAX_SENT_TEXT = 400_000;

/** A required text of at most `max` characters. */
export const required = (message: string, max = 300) =>
  z.string({ error: message }).trim().min(1, message).max(max, tooLong(max));

/** An optional text; null when it is empty. */
export const optional = (max = 300) => blankIsNull(z.string().trim().max(max, tooLong(max)));

/** The address of a file of ours or of a site, or nothing. */
export const optionalAddress = (message = "URL invalide") => blankIsNull(webAddress(message));

/** The address of a file of ours (/files/…, /pictures/…) or of a site (https://…). */
export const webAddress = (message = "URL invalide") =>
  z
    .string({ error: message })
    .trim()
    .max(2_000, message)
    .refine((text) => text.startsWith("/") || /^https?:\/\//.test(text), message)
    .refine((text) => !text.startsWith("//") && URL.canParse(text, "https://example.org"), message);

/** A whole number between two limits, sent as text; `tooHigh` where `message` does not say the upper one. */
export const whole = (
  message: string,
  min: number,
  max = 1_000_000_000,
  tooHigh = `Au plus ${formatNumber("fr", max)}`,
) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^-?\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min, message)
    .refine((value) => value <= max, tooHigh);

/** One of a set of values. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.enum(values, { error: message });

/** A box: ticked or not. */
export const box = z
  .string()
  .optional()
  .transform((value) => value === "on");

/** A real day, yyyy-mm-dd. */
export const day = (message: string) => z.string({ error: message }).trim().refine(isDay, message);

/** A moment in Conakry, as a field of day and hour sends it; null when it is empty. */
export const moment = (message: string) =>
  blankIsNull(
    z
      .string()
      .trim()
      .refine((text) => MOMENT.test(text) && isDay(text.slice(0, 10)), message)
      .transform((text) => new Date(`${text.slice(0, 16)}:00Z`)),
  );

const MOMENT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:00)?$/;

/** A moment as that field shows it. */
export const momentText = (moment: Date | null): string =>
  moment ? moment.toISOString().slice(0, 16) : "";

/** One entry per line, trimmed; empty lines do not count. */
export const lines = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );

/** Turns a blank value into null. */
export function blankIsNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullish().transform((value) => value ?? null),
  );
}

/** The direction in which `moveRecord` moves a row. */
export const direction = z.enum(["up", "down"]);

/** The ids of one or several rows, as intents carry them. */
export const ids = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.uuid()).min(1).max(500));
