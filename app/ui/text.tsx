import type { ElementType } from "react";
import type { LocalText } from "../i18n/localized.ts";

/** A text that may be in another language than the page: then it says so. */
export function Local({ value, as: Tag = "span" }: { value: LocalText; as?: ElementType }) {
  if (!value.lang && Tag === "span") return value.text;
  return <Tag lang={value.lang}>{value.text}</Tag>;
}

/** Plain text whose lines are paragraphs. Blank lines are dropped. */
export function Paragraphs({ value }: { value: LocalText }) {
  const lines = value.text.split("\n").filter((line) => line.trim() !== "");
  // Two paragraphs may be the same text, so the place is the key; the list never changes.
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p key={place} lang={value.lang}>
      {line}
    </p>
  ));
}
