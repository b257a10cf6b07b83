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
