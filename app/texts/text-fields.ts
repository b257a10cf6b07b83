import { MAX_SENT_TEXT, optional, required } from "../kit/form/schema.ts";
import { parseDocumentField } from "./document-json.ts";
import { type TextFormat, textOf } from "./text-document.ts";

/** An optional text, in Markdown or as the editor sends it, until `normaliseTexts` parses it. */
export const sentText = optional(MAX_SENT_TEXT);

/** The same, required. */
export const requiredText = (message: string) => required(message, MAX_SENT_TEXT);

/** The format that such a form stores. Rows that are written otherwise have none, and their texts are plain. */
export const MARKDOWN: { format?: TextFormat } = { format: "markdown" };

/** The plain words of a field. */
export function wordsOfField(value: string): string {
  const sent = parseDocumentField(value);
  return sent ? textOf(sent) : value;
}
