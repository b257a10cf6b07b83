import type { Language } from "../i18n/languages.ts";
import { printText } from "../texts/print.server.ts";
import type { TextDocument } from "../texts/text-document.ts";
import type { LegalDocument } from "./legal-documents.ts";
import { privacyEn, privacyFr } from "./privacy.ts";
import { termsEn, termsFr } from "./terms.ts";

/** One block: a paragraph, or a list. */
type LegalBlock = string | { list: string[] };

/** Texts may hold the words of `FILLED_IN`, each in curly brackets. */
export type LegalText = {
  title: string;
  intro: string;
  /** yyyy-mm-dd */
  updated: string;
  sections: { id: string; title: string; blocks: LegalBlock[] }[];
};

const BUILT_IN: Record<LegalDocument, Record<Language, LegalText>> = {
  privacy: { fr: privacyFr, en: privacyEn },
  terms: { fr: termsFr, en: termsEn },
};

/** The day from which the text that comes with the site applies. */
export const builtInDay = (document: LegalDocument): string => BUILT_IN[document].fr.updated;

export const titleOf = (document: LegalDocument, language: Language): string =>
  BUILT_IN[document][language].title;

/** The text that comes with the site: the first version, until the federation writes its own. */
export function builtInText(document: LegalDocument, language: Language): TextDocument {
  const { intro, sections } = BUILT_IN[document][language];
  return [
    paragraph(intro),
    ...sections.flatMap(
      ({ title, blocks }): TextDocument => [
        { type: "heading", level: 2, runs: [{ text: title }] },
        ...blocks.map(blockOf),
      ],
    ),
  ];
}

/** The same as a form shows it. */
export const builtInMarkdown = (document: LegalDocument, language: Language): string =>
  printText(builtInText(document, language));

const paragraph = (text: string) => ({ type: "paragraph" as const, runs: [{ text }] });

const blockOf = (block: LegalBlock): TextDocument[number] =>
  typeof block === "string"
    ? paragraph(block)
    : {
        type: "list",
        ordered: false,
        start: 1,
        items: block.list.map((item) => [paragraph(item)]),
      };
