import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import type { FormValues } from "../kit/form/field-groups.ts";
import type { TextSetting } from "../settings/custom-texts.ts";
import { fieldsOfSetting, textFieldsOf } from "../settings/setting-fields.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../settings/settings.ts";
import { readText, withMarkdownTexts } from "./read-text.server.ts";
import type { TextFormat, Written } from "./text-document.ts";

// The long texts of fixed pages are stored in settings, and are edited and shown as the texts of rows are.

/** The texts of such a setting by the names of their fields, like the columns of a row. */
export type CustomTextRow = FormValues & { format: TextFormat };

export const customTextRow = <Key extends TextSetting>(
  key: Key,
  value: SiteSettings[Key],
): CustomTextRow => ({
  ...fieldsOfSetting(key, { ...DEFAULT_SETTINGS, [key]: value }),
  format: value.format ?? "plain",
});

/** Such a setting with the texts of the federation ready to be shown; the others are built in. */
export function withRenderedTexts<Key extends TextSetting>(
  key: Key,
  value: SiteSettings[Key],
  language: Language,
): SiteSettings[Key] & { texts: Partial<Record<Language, Record<string, Written>>> } {
  const row = customTextRow(key, value);
  const written = textFieldsOf(key, row)
    .filter((field) => localized(row as never, field, language).text !== "")
    .map((field) => [field, readText(row as never, field, language)]);
  return { ...value, texts: { [language]: Object.fromEntries(written) } };
}

/** The fields of its form, with the long texts in Markdown. */
export function customTextFields<Key extends TextSetting>(
  key: Key,
  value: SiteSettings[Key],
): FormValues {
  const row = customTextRow(key, value);
  const { format: _format, ...fields } = withMarkdownTexts(row, bilingualFields(key, row));
  return fields;
}

/** The names of the fields of long texts, in both languages. */
export const bilingualFields = (key: TextSetting, values: FormValues): string[] =>
  textFieldsOf(key, values).flatMap((field) => [field, `${field}_en`]);
