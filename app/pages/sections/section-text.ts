import type { Language } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import type { PageSection } from "../pages.ts";

/** The words of a section, of which those without English are French on every page. */
export function sectionTexts(section: PageSection, language: Language): LocalText[] {
  const { items = [], ...own } = section.settings;
  return [
    localized(section, "title", language),
    localized(section, "content", language),
    settingText(own, "button_label", language),
    ...items.flatMap((item) => [
      settingText(item, "title", language),
      settingText(item, "text", language),
      settingText(item, "role", language),
    ]),
  ];
}

/** A text among a section's settings, where every field may be absent. */
export function settingText<Row extends object>(
  row: Row,
  field: keyof Row & string,
  language: Language,
): LocalText {
  const { [field]: french, [`${field}_en`]: english } = row as Record<string, string | undefined>;
  return localized({ text: french, text_en: english }, "text", language);
}
