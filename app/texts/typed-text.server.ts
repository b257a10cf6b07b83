import { documentOfField } from "./document-json.ts";
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
