import type { TFunction } from "i18next";
import en from "../i18n/en/index.ts";
import fr from "../i18n/fr/index.ts";
import type { Language } from "../i18n/languages.ts";

/**
 * The labels of the public site, for previews in the browser. i18next itself would weigh as much as the
 * previews do.
 */
export function previewLabels(language: Language): TFunction {
  const dictionary = language === "fr" ? fr : en;
  const label = (key: string, values: Readonly<Record<string, unknown>> = {}): string => {
    const rule = new Intl.PluralRules(language).select(Number(values.count ?? 1));
    const text = at(dictionary, key) ?? at(dictionary, `${key}_${rule}`) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ""));
  };
  return label as unknown as TFunction;
}

function at(dictionary: object, key: string): string | undefined {
  let value: unknown = dictionary;
  for (const part of key.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return typeof value === "string" ? value : undefined;
}
