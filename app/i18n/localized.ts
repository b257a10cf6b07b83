import type { Language } from "./languages.ts";

/** A text with the language that it is really in; `lang` is set only when that is not the page's. */
export type LocalText = { text: string; lang?: Language };

type Twin<Field extends string> = { [K in Field]: string | null | undefined } & {
  [K in `${Field}_en`]?: string | null;
};

/**
 * The text of a field in the page's language. Content has an optional English twin; without one
 * the French text stands in, marked as French.
 */
export function localized<Field extends string>(
  row: Twin<Field>,
  field: Field,
  language: Language,
): LocalText {
  const french = (row as Record<string, string | null | undefined>)[field] ?? "";
  if (language === "fr") return { text: french };
  const english = (row as Record<string, string | null | undefined>)[`${field}_en`];
  return english ? { text: english } : { text: french, lang: french ? "fr" : undefined };
}

/** The same for a list of texts. */
export function localizedList(
  french: readonly string[],
  english: readonly string[] | null | undefined,
  language: Language,
): { items: readonly string[]; lang?: Language } {
  if (language === "fr") return { items: french };
  return english?.length ? { items: english } : { items: french, lang: "fr" };
}
