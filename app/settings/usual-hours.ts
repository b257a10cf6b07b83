import { contact } from "../i18n/fr/services.ts";
import type { Language } from "../i18n/languages.ts";
import {
  formatHours,
  type Opening,
  parseSpans,
  WEEKDAYS,
  type WeeklyHours,
} from "./opening-hours.ts";

const WEEKDAY = parseSpans(contact.weekdaysHours) ?? [];
const WEEKEND: Partial<WeeklyHours> = {
  saturday: parseSpans(contact.saturdayHours) ?? [],
  sunday: [],
};

/** The hours that the page Contact gives while none are set. */
const USUAL = Object.fromEntries(
  WEEKDAYS.map((day) => [day, WEEKEND[day] ?? WEEKDAY]),
) as WeeklyHours;

/** When the desk is open: at the hours that are set, or else at those that the page Contact gives. */
export const openingOf = ({ hours, closures }: Opening): Opening => ({
  hours: Object.values(hours).some((spans) => spans.length > 0) ? hours : USUAL,
  closures,
});

/** The week of the desk, a line for days with the same hours. */
export const formatUsualHours = (language: Language, opening: Opening): string[] =>
  formatHours(language, openingOf(opening));
