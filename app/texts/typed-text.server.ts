import { documentOfField } from "./document-json.ts";
import type { ReadTexts } from "./form-texts.ts";
import { parseText } from "./parse.server.ts";
import { printText } from "./print.server.ts";

/** What was typed, with the texts of these fields in Markdown, whether the editor sent them or the text area. */
export function typedMarkdown(
  values: Readonly<Record<string, string>>,
  fields: readonly string[],
): Record<string, string> {
  const texts = fields.map((field) => {
    const sent = documentOfField(values[field] ?? "");
    return [field, sent ? printText(sent) : (values[field] ?? "")];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

/** The texts of these fields as they are read, for the editor and the preview: reading Markdown is the server's. */
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
