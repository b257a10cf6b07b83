import type { Language } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";

/** A text among a section's settings, where every field may be absent. */
export function settingText<Row extends object>(
  row: Row,
  field: keyof Row & string,
  language: Language,
): LocalText {
  const { [field]: french, [`${field}_en`]: english } = row as Record<string, string | undefined>;
  return localized({ text: french, text_en: english }, "text", language);
}
