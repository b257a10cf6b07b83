import { MAX_SENT_TEXT, optional, required } from "../kit/form/schema.ts";
import { parseDocumentField } from "./document-json.ts";
import { type TextFormat, textOf } from "./text-document.ts";

/** A text in Markdown, or what the editor made of it, until `normaliseTexts` reads it. */
export const sentText = optional(MAX_SENT_TEXT);

/** The same, where it has to be there. */
export const requiredText = (message: string) => required(message, MAX_SENT_TEXT);

/** What a form adds to texts that are sent so. Who writes a row otherwise says nothing, and its texts are plain. */
export const MARKDOWN: { format?: TextFormat } = { format: "markdown" };

/** The words of what a field holds, where a text of lines is wanted. */
export function wordsOfField(value: string): string {
  const sent = parseDocumentField(value);
  return sent ? textOf(sent) : value;
}
