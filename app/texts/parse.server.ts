import type { Nodes, Parents, PhrasingContent } from "mdast";
import { directiveFromMarkdown } from "mdast-util-directive";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { directive } from "micromark-extension-directive";
import { gfmTable } from "micromark-extension-gfm-table";
import { normalForm, printable } from "./normal-form.ts";
import {
  type Block,
  type Flow,
  type Paragraph,
  plainDocument,
  type Run,
  type TextDocument,
} from "./text-document.ts";

/** What is no part of our texts is not read as such: it stays the letters that were written. */
const SILENT = [
  "htmlFlow",
  "htmlText",
  "codeIndented",
  "codeFenced",
  "codeText",
  "definition",
  "thematicBreak",
  "autolink",
];

// `18:00` and `:::` are letters: of the three kinds of directives only the one on a line of its own is ours.
const leaves = directive().flow?.[58];
const leaf = Array.isArray(leaves) ? leaves[1] : undefined;
if (!leaf) throw new Error("micromark's directives are not what they were");

const OPTIONS = {
  extensions: [gfmTable(), { flow: { 58: leaf } }, { disable: { null: SILENT } }],
  mdastExtensions: [gfmTableFromMarkdown(), directiveFromMarkdown()],
};

/** Longer texts, and deeper ones than anybody writes, are read line by line: reading them otherwise could take minutes. */
const MAX_LENGTH = 200_000;
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){12}/m;
const MOST_MARKS = 800;
const isTooMarked = (text: string) =>
  text.split(/\n[ \t]*\n/).some((part) => (part.match(/[*_[\]]+/g)?.length ?? 0) > MOST_MARKS);

/** Reads a text in Markdown. What it does not know becomes text, and nothing is lost. */
export function parseText(markdown: string): TextDocument {
  const text = printable(markdown);
  if (text.length > MAX_LENGTH || TOO_DEEP.test(text) || isTooMarked(text)) {
    return normalForm(plainDocument(text));
  }
  return normalForm(blocksOf(fromMarkdown(text, OPTIONS), text));
}

type Source = string;

const blocksOf = (parent: Parents, source: Source): Block[] =>
  parent.children.flatMap((node) => blockOf(node, source));

function blockOf(node: Nodes, source: Source): Block[] {
  switch (node.type) {
    case "heading":
      return [
        {
          type: "heading",
          level: node.depth > 2 ? 3 : 2,
          runs: runsIn(node.children, source),
        },
      ];
    case "blockquote":
      return [{ type: "quotation", blocks: flowOf(node, source) }];
    case "table":
      return [
        {
          type: "table",
          rows: node.children.map((row) =>
            row.children.map((cell) => runsIn(cell.children, source)),
          ),
        },
      ];
    case "leafDirective":
      return [directiveBlock(node, source)];
    case "paragraph":
      return pictureAlone(node.children) ?? flowBlock(node, source);
    default:
      return flowBlock(node, source);
  }
}

/** `![alt](address)` in a paragraph of its own is meant as a picture. */
function pictureAlone(children: readonly PhrasingContent[]): Block[] | undefined {
  const [image, ...others] = children;
  if (image?.type !== "image" || others.length > 0) return undefined;
  return [{ type: "picture", src: image.url, alt: image.alt ?? "", caption: image.title ?? "" }];
}

const flowOf = (parent: Parents, source: Source): Flow[] =>
  parent.children.flatMap((node) => flowBlock(node, source));

/** What stands in a list or a quotation: other blocks are its paragraphs there. */
function flowBlock(node: Nodes, source: Source): Flow[] {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return [{ type: "paragraph", runs: runsIn(node.children, source) }];
    case "list":
      return [
        {
          type: "list",
          ordered: node.ordered ?? false,
          start: node.start ?? 1,
          items: node.children.map((item) => flowOf(item, source)),
        },
      ];
    case "blockquote":
      return flowOf(node, source);
    default:
      return letters(node, source);
  }
}

type LeafDirective = Extract<Nodes, { type: "leafDirective" }>;

function directiveBlock(node: LeafDirective, source: Source): Block {
  const { name } = node;
  const words = Object.fromEntries(
    Object.entries(node.attributes ?? {}).map(([key, value]) => [key, value ?? ""]),
  );
  const { src, alt = "", size = "", href, picture = "" } = words;
  const label = runsIn(node.children, source)
    .map((run) => ("text" in run ? run.text : " "))
    .join("");
  if (name === "image" && src) {
    const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(size) ?? [];
    const pixels = { width: Number(width), height: Number(height) };
    const caption = words.caption ?? label;
    return { type: "picture", src, alt, caption, ...(width && { size: pixels }) };
  }
  if (name === "video" && href)
    return { type: "video", href, title: words.title ?? label, picture };
  if (name === "action" && href) return { type: "action", href, label: words.label ?? label };
  return letters(node, source)[0] ?? { type: "paragraph", runs: [] };
}

/** A node as it was written. */
function letters(node: Nodes, source: Source): Paragraph[] {
  const { start, end } = node.position ?? {};
  return plainDocument(source.slice(start?.offset, end?.offset)) as Paragraph[];
}

type Marks = { bold?: true; italic?: true; href?: string };

function runsIn(nodes: readonly PhrasingContent[], source: Source, marks: Marks = {}): Run[] {
  return nodes.flatMap((node) => runsOfNode(node, source, marks));
}

function runsOfNode(node: PhrasingContent, source: Source, marks: Marks): Run[] {
  switch (node.type) {
    case "text":
      return lines(node.value, marks);
    case "break":
      return [{ break: true }];
    case "emphasis":
      return runsIn(node.children, source, { ...marks, italic: true });
    case "strong":
      return runsIn(node.children, source, { ...marks, bold: true });
    case "link": {
      const href = node.url;
      const runs = runsIn(node.children, source, { ...marks, ...(href && { href }) });
      const isSeen = runs.some((run) => "text" in run && run.text.trim() !== "");
      return isSeen || !href ? runs : [{ ...marks, href, text: href }];
    }
    case "image":
      return [{ ...marks, href: marks.href ?? node.url, text: node.alt || node.url }];
    default: {
      const { start, end } = node.position ?? {};
      return lines(source.slice(start?.offset, end?.offset), marks);
    }
  }
}

/** Whoever begins a new line means one. */
function lines(text: string, marks: Marks): Run[] {
  return text
    .split("\n")
    .flatMap((line, place): Run[] => [
      ...(place > 0 ? [{ break: true } as const] : []),
      { ...marks, text: line },
    ]);
}
