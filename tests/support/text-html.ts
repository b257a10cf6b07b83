import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nContext } from "../../app/i18n/i18n.ts";
import { previewLabels } from "../../app/kit/demonstration/preview-labels.ts";
import type { TextDocument } from "../../app/texts/text-document.ts";
import { WrittenText } from "../../app/texts/written-text.tsx";

/** A text as a French page shows it. */
export function htmlOf(document: TextDocument, under: 1 | 2 | 3 = 1): string {
  const value = { language: "fr" as const, t: previewLabels("fr") };
  const text = createElement(WrittenText, { value: { text: "", document }, under });
  return renderToStaticMarkup(createElement(I18nContext, { value }, text));
}

/** Anything that a browser would run or fetch of its own accord from elsewhere. */
export const ALIVE =
  /<(?:script|iframe|object|embed|svg[^>]* on|form|input|style|link|meta|base)\b|<[^>]*\son\w+=|(?:href|src)="\s*(?:javascript|data|vbscript):/i;
