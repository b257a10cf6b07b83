import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { parseDocumentField, type ReadTexts } from "./document-json.ts";
import { parseText } from "./parse.server.ts";
import { plainToMarkdown, printText } from "./print.server.ts";
import { type TextFormat, textOf, type Written } from "./text-document.ts";

type Texts<Field extends string> = { format?: TextFormat } & {
  [K in Field | `${Field}_en`]?: string | null;
};

/** A text in the page's language, ready to be shown. */
export function readText<Field extends string>(
  row: Texts<Field>,
  field: Field,
  language: Language,
): Written {
  const value = localized(row as never, field, language);
  if (row.format !== "markdown") return value;
  const document = parseText(value.text);
  return { text: textOf(document), lang: value.lang, document };
}

/** A row with its text as plain words, for calendars and search engines. */
export function withPlainTexts<Field extends string, Row extends Texts<Field>>(
  row: Row,
  field: Field,
): Row {
  if (row.format !== "markdown") return row;
  const texts: Record<string, unknown> = row;
  const words = [field, `${field}_en`].map((name) => {
    const text = texts[name];
    return [name, typeof text === "string" ? textOf(parseText(text)) : text];
  });
  return { ...row, ...Object.fromEntries(words), format: "plain" };
}

/** A row with its texts in Markdown, as its form shows them. */
export function withMarkdownTexts<Row extends { format?: TextFormat }>(
  row: Row,
  fields: readonly (keyof Row)[],
): Row {
  if (row.format === "markdown") return row;
  const texts = fields.map((field) => [field, plainToMarkdown(String(row[field] ?? ""))]);
  return { ...row, ...Object.fromEntries(texts) };
}

/** The typed values with these texts in Markdown, whether the editor or the text area sent them. */
export function typedMarkdown(
  values: Readonly<Record<string, string>>,
  fields: readonly string[],
): Record<string, string> {
  const texts = fields.map((field) => {
    const sent = parseDocumentField(values[field] ?? "");
    return [field, sent ? printText(sent) : (values[field] ?? "")];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

/** The texts of these fields, parsed for the editor and the preview: only the server parses Markdown. */
export const readFormTexts = (
  values: Readonly<Record<string, string>>,
  fields: readonly string[],
): ReadTexts =>
  Object.fromEntries(
    fields.map((field) => {
      const value = values[field] ?? "";
      return [field, { value, document: parseText(value) }];
    }),
  );
