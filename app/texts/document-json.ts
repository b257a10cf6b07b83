import type { Language } from "../i18n/languages.ts";
import type { FormValues } from "../kit/form/field-groups.ts";
import { normalForm } from "./normal-form.ts";
import type { Block, Flow, Run, TextDocument, Written } from "./text-document.ts";

/** A form field with this prefix holds a text of the editor; any other holds Markdown. */
const PREFIX = '{"document":';

export const formatDocumentField = (document: TextDocument): string => JSON.stringify({ document });

/** Parses the text that the editor wrote into a form field; undefined for Markdown. */
export function parseDocumentField(value: string): TextDocument | undefined {
  if (!value.startsWith(PREFIX)) return undefined;
  try {
    return parseDocument((JSON.parse(value) as { document: unknown }).document);
  } catch {
    return undefined;
  }
}

/** Parses any JSON value as a text; unknown parts are left out. */
export const parseDocument = (value: unknown): TextDocument =>
  normalForm(array(value).flatMap(blockFrom));

/** The maximum depth of lists that is parsed. */
const MAX_LIST_DEPTH = 12;

type Fields = Record<string, unknown>;
const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
const words = (value: unknown): string => (typeof value === "string" ? value : "");

function blockFrom(value: unknown): Block[] {
  const block = fields(value);
  switch (block.type) {
    case "heading":
      return [{ type: "heading", level: block.level === 3 ? 3 : 2, runs: runsFrom(block.runs) }];
    case "quotation":
      return [{ type: "quotation", blocks: flowFrom(block.blocks, 1) }];
    case "table":
      return [{ type: "table", rows: array(block.rows).map((row) => array(row).map(runsFrom)) }];
    case "picture": {
      const { src, alt, caption } = block;
      const { width, height } = fields(block.size);
      const size = { width: Number(width), height: Number(height) };
      const isValidSize = [size.width, size.height].every(
        (n) => Number.isInteger(n) && n > 0 && n < 1e5,
      );
      return words(src)
        ? [
            {
              type: "picture",
              src: words(src),
              alt: words(alt),
              caption: words(caption),
              ...(isValidSize && { size }),
            } as Block,
          ]
        : [];
    }
    case "video": {
      const { href, title, picture } = block;
      if (!words(href)) return [];
      return [{ type: "video", href: words(href), title: words(title), picture: words(picture) }];
    }
    case "action":
      if (!words(block.href)) return [];
      return [{ type: "action", href: words(block.href), label: words(block.label) }];
    default:
      return flowFrom([value], 1);
  }
}

function flowFrom(value: unknown, depth: number): Flow[] {
  return array(value).flatMap((one): Flow[] => {
    const block = fields(one);
    if (block.type === "paragraph") return [{ type: "paragraph", runs: runsFrom(block.runs) }];
    if (block.type !== "list" || depth > MAX_LIST_DEPTH) return [];
    return [
      {
        type: "list",
        ordered: block.ordered === true,
        start: Number(block.start ?? 1),
        items: array(block.items).map((item) => flowFrom(item, depth + 1)),
      },
    ];
  });
}

function runsFrom(value: unknown): Run[] {
  return array(value).flatMap((one): Run[] => {
    const { text, break: isBreak, bold, italic, href } = fields(one);
    if (isBreak === true) return [{ break: true }];
    if (!words(text)) return [];
    return [
      {
        text: words(text),
        ...(bold === true && { bold }),
        ...(italic === true && { italic }),
        ...(words(href) && { href: words(href) }),
      },
    ];
  });
}

/** A stored text that a form opened with: as Markdown, and parsed. */
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
    const document = parseDocumentField(value);
    if (document) return document;
    return read?.[name]?.value === value ? read[name].document : undefined;
  }
}
