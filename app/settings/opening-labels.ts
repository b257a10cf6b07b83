import { formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { hoursByDays, type Opening } from "./opening-hours.ts";

const DAYS = {
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
} as const satisfies Record<Language, readonly string[]>;

/** The week of the desk, a line for days with the same hours: 'lundi à jeudi : 9 h – 12 h 30'. */
export function hoursWords(language: Language, opening: Pick<Opening, "hours">): string[] {
  const [to, colon] = language === "fr" ? [" à ", "\u202f: "] : [" to ", ": "];
  return hoursByDays(opening).map(({ first, last, spans }) => {
    const days = [DAYS[language][first], DAYS[language][last]];
    const hours = spans.map(
      (span) => `${formatTime(language, span.from)}\u00a0–\u00a0${formatTime(language, span.to)}`,
    );
    return `${first === last ? days[0] : days.join(to)}${colon}${hours.join(", ")}`;
  });
}
