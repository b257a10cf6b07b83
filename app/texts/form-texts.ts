import type { Language } from "../i18n/languages.ts";
import type { FormValues } from "../kit/list/groups.ts";
import { documentOfField } from "./document-json.ts";
import type { TextDocument, Written } from "./text-document.ts";

/** A text that a form opened with: as its field shows it, and as it is read. */
export type ReadText = { value: string; document: TextDocument };
export type ReadTexts = Readonly<Record<string, ReadText>>;

/**
 * A text as a form holds it now, in each language: what the editor wrote, else what is stored. Markdown that is
 * being written by hand is none yet, and is shown as it is.
 */
export function textInForm(
  values: FormValues,
  read: ReadTexts | undefined,
  field: string,
): Partial<Record<Language, Written>> {
  const twin = `${field}_en`;
  const french = documentIn(field);
  const english = documentIn(twin);
  const isEnglish = (values[twin] ?? "") !== "" || (english?.length ?? 0) > 0;
  return {
    ...(french && { fr: { text: "", document: french } }),
    ...(isEnglish
      ? english && { en: { text: "", document: english } }
      : french && { en: { text: "", document: french, lang: "fr" } }),
  };
  function documentIn(name: string): TextDocument | undefined {
    const value = values[name] ?? "";
    const document = documentOfField(value);
    if (document) return document;
    return read?.[name]?.value === value ? read[name].document : undefined;
  }
}
