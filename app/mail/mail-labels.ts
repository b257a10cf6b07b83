import { type Currency, formatAmount } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { oneLine } from "./mail.ts";

// Letters, and what stands between them in names.
const NAME = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * 'Bonjour Aïssatou,'. Anybody can type somebody else's address and any name into our forms: what
 * does not look like a name is left out, so that nobody sends advertising in our name.
 */
export function greeting(language: Language, firstName: string): string {
  const name = oneLine(firstName);
  const hello = language === "fr" ? "Bonjour" : "Hello";
  return NAME.test(name) ? `${hello} ${name},` : `${hello},`;
}

const FREE: Record<Language, string> = { fr: "Gratuit", en: "Free" };

/** What something costs; nothing is a price too. */
export function priceWords(language: Language, amount: number, currency: Currency): string {
  return amount === 0 ? FREE[language] : formatAmount(language, amount, currency);
}
