import type { Language } from "./languages.ts";

const LOCALE: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };
/** How people here write the currencies; the codes stay in the data. */
export const CURRENCY_LABEL = { XOF: "FCFA", GNF: "GNF", EUR: "€" } as const;
export type Currency = keyof typeof CURRENCY_LABEL;

/** The currencies of prices, neither of which has cents; euros are only charged. */
export const PRICE_CURRENCIES = ["GNF", "XOF"] as const satisfies Currency[];
export type PriceCurrency = (typeof PRICE_CURRENCIES)[number];

const EXPONENTS: Readonly<Record<string, number>> = { XOF: 0, GNF: 0, EUR: 2 } satisfies Record<
  Currency,
  number
>;

/**
 * How many decimals a currency has. Amounts are whole numbers of its smallest unit, everywhere. A word that is no
 * code of a currency has none: its amount stands as whoever took it said it.
 */
export const exponentOf = (code: string): number => EXPONENTS[code] ?? exponents().get(code) ?? 0;

/** Those of all other currencies, looked up once a provider took one of them. */
let others: ReadonlyMap<string, number> | undefined;
function exponents(): ReadonlyMap<string, number> {
  others ??= new Map(
    Intl.supportedValuesOf("currency").map((currency) => {
      const { maximumFractionDigits } = new Intl.NumberFormat("en", {
        style: "currency",
        currency,
      }).resolvedOptions();
      return [currency, maximumFractionDigits ?? 0];
    }),
  );
  return others;
}

/** An amount as providers and files write it, with a point: 1250 EUR is '12.50', 25000 GNF is '25000'. */
export function decimalAmount(amount: number, code: string): string {
  const exponent = exponentOf(code);
  if (exponent === 0) return String(amount);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

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
  return range(language, dates(language), from, to);
}

/** The same where there is room: 'vendredi 12 mars 2027', 'Friday 12 March 2027'. */
export function formatLongDays(language: Language, from: string, to: string | null): string {
  // Made here, so that the office, which shows no such day, does not carry its format.
  const format = new Intl.DateTimeFormat(LOCALE[language], {
    weekday: to && to !== from ? undefined : "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return range(language, format, from, to).replace(",", "");
}

function range(
  language: Language,
  format: Intl.DateTimeFormat,
  from: string,
  to: string | null,
): string {
  const days =
    !to || to === from ? format.format(toDate(from)) : format.formatRange(toDate(from), toDate(to));
  return language === "fr" ? days.replaceAll(/(?<!\d)1(?=[ –-])/g, "1er") : days;
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

/** A moment in Conakry: '12 mars 2027 à 14 h 30', '12 Mar 2027 at 14:30'. */
export function formatMoment(language: Language, value: Date): string {
  const time = formatTime(language, value.toISOString().slice(11, 16));
  return `${formatDate(language, value)} ${language === "fr" ? "à" : "at"} ${time}`;
}

/** With at most three decimals, unless more are asked for. */
export function formatNumber(language: Language, value: number, most?: number): string {
  if (most === undefined) return numbers(language).format(value);
  return new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: most }).format(value);
}

const cents = memo((language) => new Intl.NumberFormat(LOCALE[language], decimals(2)));
const decimals = (count: number) => ({
  minimumFractionDigits: count,
  maximumFractionDigits: count,
});

/** An amount with its label, unbreakable: '150 000 FCFA', '12,50 €', '€12.50'. */
export function formatAmount(language: Language, amount: number, currency: string): string {
  const label = currencyLabel(currency);
  const exponent = exponentOf(currency);
  if (exponent === 0) return `${numbers(language).format(amount)}\u202f${label}`;
  const format =
    exponent === 2 ? cents(language) : new Intl.NumberFormat(LOCALE[language], decimals(exponent));
  const number = format.format(Number(decimalAmount(Math.abs(amount), currency)));
  const sign = amount < 0 ? "-" : "";
  return language === "en" && currency === "EUR"
    ? `${sign}${label}${number}`
    : `${sign}${number}\u202f${label}`;
}

const SIZE_UNITS = {
  fr: ["octet", "Ko", "Mo", "Go"],
  en: ["byte", "KB", "MB", "GB"],
} satisfies Record<Language, string[]>;
const MEGA = 2;

/** A file size from bytes: '1,2 Mo', '1.2 MB'; in the file manager with two decimals. */
export function formatSize(language: Language, bytes: number, digits?: number): string {
  const unit = Math.min(3, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const usual = unit >= MEGA ? 1 : 0;
  return sizeIn(unit, language, bytes, {
    minimumFractionDigits: unit === 0 ? 0 : digits,
    maximumFractionDigits: unit === 0 ? 0 : (digits ?? usual),
  });
}

/** The same in megabytes, however small it is: '0,03 Mo'. */
export const formatMegabytes = (language: Language, bytes: number): string =>
  sizeIn(MEGA, language, bytes, decimals(2));

function sizeIn(
  unit: number,
  language: Language,
  bytes: number,
  digits: Intl.NumberFormatOptions,
): string {
  const number = new Intl.NumberFormat(LOCALE[language], digits).format(bytes / 1024 ** unit);
  const isMany = unit === 0 && (language === "fr" ? bytes > 1 : bytes !== 1);
  return `${number}\u202f${SIZE_UNITS[language][unit]}${isMany ? "s" : ""}`;
}

/** yyyy-mm-dd of a moment. */
export function isoDay(value: Date): string {
  return value.toISOString().slice(0, 10);
}

function toDate(value: Date | string): Date {
  return typeof value === "string" ? new Date(`${value.slice(0, 10)}T12:00:00Z`) : value;
}

/** As French sets them: a mark that stands apart stays on the line of its word. */
export const frenchSpaces = (text: string): string =>
  text.replace(/ +([:;!?»])/g, "\u202f$1").replace(/« +/g, "«\u202f");

/** A number with its word: '1 place', '3 places'. French has the singular for none, too. */
export const several = (count: number, one: string, many: string): string =>
  `${count} ${count > 1 ? many : one}`;
