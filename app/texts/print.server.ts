import { isDeepStrictEqual } from "node:util";
import type { BlockContent, PhrasingContent, RootContent, TableCell } from "mdast";
import { directiveToMarkdown } from "mdast-util-directive";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown } from "mdast-util-to-markdown";
import { normalForm } from "./normal-form.ts";
import { parseText } from "./parse.server.ts";
import {
  type Block,
  type Flow,
  type List,
  plainDocument,
  type Run,
  type TextDocument,
  textOf,
} from "./text-document.ts";

const OPTIONS = {
  bullet: "-",
  listItemIndent: "one",
  resourceLink: true,
  extensions: [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    {
      handlers: directiveToMarkdown().handlers,
      // A text that begins like a directive is none.
      unsafe: [{ atBreak: true, character: ":", after: ":" }],
    },
  ],
} as const satisfies Parameters<typeof toMarkdown>[1];

/** A text in Markdown, in its one form: what it is read as prints the same. */
export function printText(document: TextDocument): string {
  let current = normalForm(document);
  // What cannot be written as it is loses its marks, then its shape; its words stay.
  for (const simpler of [bareBlock, plainBlock]) {
    const markdown = print(current);
    if (isDeepStrictEqual(parseText(markdown), current)) return markdown;
    const wrong = new Set(current.filter((block) => !readsBack(block)));
    current = normalForm(
      current.flatMap((block) => (wrong.size === 0 || wrong.has(block) ? simpler(block) : [block])),
    );
  }
  return print(current);
}

/** A text as it is stored: what was written by hand is brought into its one form. */
export const canonicalText = (markdown: string): string => printText(parseText(markdown));

/** A text of lines, in Markdown. */
export const plainToMarkdown = (text: string): string => printText(plainDocument(text));

const print = (document: TextDocument): string =>
  toMarkdown({ type: "root", children: document.map(nodeOf) }, OPTIONS).replace(/\n+$/, "");

const readsBack = (block: Block): boolean => isDeepStrictEqual(parseText(print([block])), [block]);

const bareRuns = (runs: readonly Run[]): Run[] =>
  runs.map((run) => ("text" in run ? { text: run.text } : run));

function bareBlock(block: Block): Block[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return [{ ...block, runs: bareRuns(block.runs) }];
    case "list":
      return [bareList(block)];
    case "quotation":
      return [{ ...block, blocks: block.blocks.map(bareFlow) }];
    case "table":
      return [{ ...block, rows: block.rows.map((row) => row.map(bareRuns)) }];
    default:
      return [block];
  }
}

const bareFlow = (block: Flow): Flow =>
  block.type === "list" ? bareList(block) : { ...block, runs: bareRuns(block.runs) };
const bareList = (list: List): List => ({
  ...list,
  items: list.items.map((item) => item.map(bareFlow)),
});

const plainBlock = (block: Block): Block[] => plainDocument(textOf([block]));

function nodeOf(block: Block): RootContent {
  switch (block.type) {
    case "heading":
      return { type: "heading", depth: block.level, children: phrasing(block.runs) };
    case "quotation":
      return { type: "blockquote", children: block.blocks.map(flowNode) };
    case "table":
      return {
        type: "table",
        children: block.rows.map((row) => ({
          type: "tableRow",
          children: row.map((cell): TableCell => ({ type: "tableCell", children: phrasing(cell) })),
        })),
      };
    case "picture": {
      const { src, alt, caption, size } = block;
      return leafNode("image", {
        src,
        alt,
        caption,
        size: size && `${size.width}x${size.height}`,
      });
    }
    case "video": {
      const { href, title, picture } = block;
      return leafNode("video", { href, title, picture });
    }
    case "action":
      return leafNode("action", { href: block.href, label: block.label });
    default:
      return flowNode(block);
  }
}

/** Their words stand in quotes, where every letter is one. */
const leafNode = (name: string, attributes: Record<string, string | undefined>): RootContent => ({
  type: "leafDirective",
  name,
  attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value)),
  children: [],
});

function flowNode(block: Flow): BlockContent {
  if (block.type === "paragraph") return { type: "paragraph", children: phrasing(block.runs) };
  const { ordered, start } = block;
  const spread = block.items.some((item) => item.filter(isParagraph).length > 1);
  return {
    type: "list",
    ordered,
    ...(ordered && { start }),
    spread,
    children: block.items.map((item) => ({
      type: "listItem",
      spread,
      children: item.map(flowNode),
    })),
  };
}

const isParagraph = (block: Flow) => block.type === "paragraph";

/** Links stand around bold, and bold around italic. */
function phrasing(runs: readonly Run[]): PhrasingContent[] {
  return groups(runs, (run) => ("text" in run ? (run.href ?? "") : "")).flatMap(([href, part]) => {
    const children = strongs(part);
    return href ? [{ type: "link", url: href, children } as PhrasingContent] : children;
  });
}

const strongs = (runs: readonly Run[]) =>
  groups(runs, (run) => "text" in run && run.bold === true).flatMap(([bold, part]) =>
    bold ? [{ type: "strong", children: emphases(part) } as PhrasingContent] : emphases(part),
  );

const emphases = (runs: readonly Run[]) =>
  groups(runs, (run) => "text" in run && run.italic === true).flatMap(([italic, part]) =>
    italic ? [{ type: "emphasis", children: words(part) } as PhrasingContent] : words(part),
  );

const words = (runs: readonly Run[]): PhrasingContent[] =>
  runs.map((run) => ("text" in run ? { type: "text", value: run.text } : { type: "break" }));

/** Neighbours that have the same in common. */
function groups<Key>(runs: readonly Run[], keyOf: (run: Run) => Key): [Key, Run[]][] {
  const result: [Key, Run[]][] = [];
  for (const run of runs) {
    const key = keyOf(run);
    const last = result.at(-1);
    if (last && last[0] === key) last[1].push(run);
    else result.push([key, [run]]);
  }
  return result;
}
