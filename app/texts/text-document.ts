import { neutralPath } from "../i18n/languages.ts";
import type { LocalText } from "../i18n/localized.ts";

/** The format of a stored text: plain lines in old ones, else Markdown. */
export const TEXT_FORMATS = ["plain", "markdown"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** A stretch of text with its marks; a break is a new line within its block. */
export type Run = { text: string; bold?: true; italic?: true; href?: string } | { break: true };

export type Paragraph = { type: "paragraph"; runs: Run[] };
export type List = { type: "list"; ordered: boolean; start: number; items: Flow[][] };
/** The blocks in lists and quotations; an item begins with a paragraph. */
export type Flow = Paragraph | List;
/** 2 is a part of the text, 3 a part of that. */
type Heading = { type: "heading"; level: 2 | 3; runs: Run[] };
type Quotation = { type: "quotation"; blocks: Flow[] };
/** The first row is the head; all rows are equally long. */
export type Table = { type: "table"; rows: Run[][][] };
export type PictureBlock = {
  type: "picture";
  src: string;
  alt: string;
  caption: string;
  /** In pixels; what is not known is shown in the ratio of the site's pictures. */
  size?: { width: number; height: number };
};
/** A picture that leads to a video elsewhere: no script of others comes with the page. */
export type VideoBlock = { type: "video"; href: string; title: string; picture: string };
type ActionBlock = { type: "action"; href: string; label: string };

export type Block = Flow | Heading | Quotation | Table | PictureBlock | VideoBlock | ActionBlock;

/** A text as it is edited and shown. */
export type TextDocument = Block[];

/** A text ready to be shown: its words, and its blocks when it is formatted. */
export type Written = LocalText & { document?: TextDocument };

/** Lists within lists go so deep. */
export const MAX_DEPTH = 4;

/** A text whose lines are paragraphs, as a document. */
export function plainDocument(text: string): TextDocument {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ type: "paragraph", runs: [{ text: line }] }));
}

/** The addresses that a link may have: those of the site, and these kinds. */
const SCHEMES = /^(?:https?:\/\/[^/\s]|mailto:[^\s@]+@|tel:\+?\d)/i;

/** Whether an address leads somewhere that a visitor may be led to. */
export const isSafeHref = (href: string): boolean =>
  !UNPRINTABLE.test(href) && (isOwnPath(href) || (SCHEMES.test(href) && URL.canParse(href)));

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address
const UNPRINTABLE = /[\u0000-\u0020\u007f\\]/;

/** A page of the site: not `//elsewhere`, which is a place on another one. */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href);

/** The path of an address of the site, in French. */
export const pathOf = (href: string): string => neutralPath(href.split(/[?#]/, 1)[0] ?? "");

/** A picture of the site: one of its own, or one that staff put there. */
export const isOwnPicture = (src: string): boolean =>
  /^\/pictures\/[\w-]+\.jpg$/.test(src) ||
  /^\/files\/uploads\/[\w-]+\.(?:jpg|png|webp|avif|gif)$/.test(src);

/** Every stretch of text of a document, in order. */
export function* runsOf(blocks: TextDocument): Generator<Run> {
  for (const block of blocks) {
    switch (block.type) {
      case "paragraph":
      case "heading":
        yield* block.runs;
        break;
      case "list":
        for (const item of block.items) yield* runsOf(item);
        break;
      case "quotation":
        yield* runsOf(block.blocks);
        break;
      case "table":
        for (const row of block.rows) for (const cell of row) yield* cell;
    }
  }
}

const wordsOf = (runs: readonly Run[]): string =>
  runs.map((run) => ("text" in run ? run.text : " ")).join("");

/** The words of a document alone, one line for each block: for summaries, feeds, mails and searching. */
export function textOf(document: TextDocument): string {
  return document
    .map(linesOf)
    .filter((line) => line !== "")
    .join("\n");
}

function linesOf(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return wordsOf(block.runs);
    case "list":
      return block.items.map(textOf).join("\n");
    case "quotation":
      return textOf(block.blocks);
    case "table":
      return block.rows.map((row) => row.map(wordsOf).join(" · ")).join("\n");
    case "picture":
      return block.caption || block.alt;
    case "video":
      return block.title;
    case "action":
      return block.label;
  }
}
