import { contact as english } from "../i18n/en/services.ts";
import { contact as french } from "../i18n/fr/services.ts";
import type { Language } from "../i18n/languages.ts";
import { formatHours, type Opening } from "./opening-hours.ts";

/** The hours that the page Contact gives while none are set. */
const USUAL = { fr: french, en: english } satisfies Record<Language, Partial<typeof french>>;

/** The week of the desk, a line for days with the same hours, or the usual one. */
export function formatUsualHours(language: Language, opening: Pick<Opening, "hours">): string[] {
  const own = formatHours(language, opening);
  if (own.length > 0) return own;
  const { weekdays, weekdaysHours, saturday, saturdayHours } = USUAL[language];
  const colon = language === "fr" ? "\u202f: " : ": ";
  return [weekdays + colon + weekdaysHours, saturday + colon + saturdayHours];
}
