import { formatDate, formatDays } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";

const TEXTS = {
  fr: {
    days: (days: string) => `Du ${days.replace("–", "au")}`,
    from: (day: string) => `Dès le ${day}, sans date de fin`,
    until: (day: string) => `Jusqu’au ${day}`,
    always: "Sans date de fin",
  },
  en: {
    days: (days: string) => days,
    from: (day: string) => `From ${day}, no end date`,
    until: (day: string) => `Until ${day}`,
    always: "No end date",
  },
} satisfies Record<Language, object>;

/** The days of a licence as its card says them, on a phone and on paper: 'Du 1er janvier au 31 décembre 2026'. */
export function seasonWords(language: Language, season: Season): string {
  // A line ends between two days, not within one.
  return wordsOf(language, season).replace(/(?<!–) (?!au |sans |no )/g, "\u00a0");
}

type Season = { from: string | null; until: string | null };

function wordsOf(language: Language, { from, until }: Season): string {
  const texts = TEXTS[language];
  // The thin spaces of a range are in none of the fonts of a PDF.
  if (from && until) return texts.days(formatDays(language, from, until).replace(/\s*–\s*/, " – "));
  if (until) return texts.until(formatDate(language, until));
  return from ? texts.from(formatDate(language, from)) : texts.always;
}
