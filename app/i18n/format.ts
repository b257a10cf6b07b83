import type { Language } from "./languages.ts";

const LOCALE: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };
/** How people here write the currencies; the codes stay in the data. */
export const CURRENCY_LABEL = { XOF: "FCFA", GNF: "GNF" } as const;
export type Currency = keyof typeof CURRENCY_LABEL;

/** What people here call a currency. */
export const currencyLabel = (code: string): string => CURRENCY_LABEL[code as Currency] ?? code;

function memo<T>(make: (language: Language) => T): (language: Language) => T {
  const cache: Partial<Record<Language, T>> = {};
  return (language) => {
    cache[language] ??= make(language);
    return cache[language];
  };
}

// Conakry is on UTC all year. French dates have the long month, others the short one.
const dates = memo(
  (language) =>
    new Intl.DateTimeFormat(LOCALE[language], {
      day: "numeric",
      month: language === "fr" ? "long" : "short",
      year: "numeric",
      timeZone: "UTC",
    }),
);
const weekdays = memo(
  (language) => new Intl.DateTimeFormat(LOCALE[language], { weekday: "long", timeZone: "UTC" }),
);
const months = memo(
  (language) => new Intl.DateTimeFormat(LOCALE[language], { month: "short", timeZone: "UTC" }),
);
const numbers = memo((language) => new Intl.NumberFormat(LOCALE[language]));

/** A day as people read it: '12 mars 2027', '12 Mar 2027'. Takes a Date or yyyy-mm-dd. */
export function formatDate(language: Language, value: Date | string): string {
  const day = dates(language).format(toDate(value));
  return language === "fr" ? day.replace(/^1 /, "1er ") : day;
}

/** Days from one to another: '12–14 mars 2027'; one day alone where there is no other. */
export function formatDays(language: Language, from: string, to: string | null): string {
  if (!to || to === from) return formatDate(language, from);
  const days = dates(language).formatRange(toDate(from), toDate(to));
  return language === "fr" ? days.replaceAll(/(?<!\d)1(?=[ –-])/g, "1er") : days;
}

export function formatWeekday(language: Language, value: Date | string): string {
  return weekdays(language).format(toDate(value));
}

/** The short month of a date block. */
export function formatMonth(language: Language, value: Date | string): string {
  return months(language).format(toDate(value));
}

/** '14 h 30' in French, '14:30' in English. Takes HH:MM. */
export function formatTime(language: Language, time: string): string {
  if (language === "en") return time;
  const [hours = "", minutes = ""] = time.split(":");
  return `${Number(hours)}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`;
}

/** A moment in Conakry: '12 mars 2027, 14 h 30', '12 Mar 2027, 14:30'. */
export function formatMoment(language: Language, value: Date): string {
  return `${formatDate(language, value)}, ${formatTime(language, value.toISOString().slice(11, 16))}`;
}

export function formatNumber(language: Language, value: number): string {
  return numbers(language).format(value);
}

/** An amount with its label, unbreakable: '150 000 FCFA'. Whole francs: neither currency has cents. */
export function formatAmount(language: Language, amount: number, currency: string): string {
  return `${numbers(language).format(amount)}\u202f${currencyLabel(currency)}`;
}

/** A file size from bytes: '1,2 Mo', '1.2 MB'. */
export function formatSize(language: Language, bytes: number): string {
  const units = language === "fr" ? ["octets", "Ko", "Mo", "Go"] : ["bytes", "KB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  const digits = unit >= 2 ? 1 : 0;
  const number = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: digits }).format(
    size,
  );
  return `${number}\u202f${units[unit]}`;
}

/** yyyy-mm-dd of a moment. */
export function isoDay(value: Date): string {
  return value.toISOString().slice(0, 10);
}

function toDate(value: Date | string): Date {
  return typeof value === "string" ? new Date(`${value.slice(0, 10)}T12:00:00Z`) : value;
}
