import type { TFunction } from "i18next";
import { formatNumber } from "./format.ts";
import type { Language } from "./languages.ts";

/** What is said of a text with more letters than it may have, in the back office. */
export const tooLong = (max: number): string => `${formatNumber("fr", max)} caractères au plus`;

const KEY = "validation.tooLong";

/** The same on the public site, whose messages are keys of the dictionaries: with its limit behind it. */
export const tooLongKey = (max: number): string => `${KEY} ${max}`;

type Words = Readonly<Record<string, string | number | null>>;

/** A message of a public form in words; `words` is what stands in those of this form. */
export function messageWords(
  { t, language }: { t: TFunction; language: Language },
  message: string,
  words?: Words,
): string {
  const [key, max] = message.split(" ");
  if (key !== KEY) return t(message as "validation.invalid", { ...words });
  return t(KEY, { max: formatNumber(language, Number(max)) });
}
