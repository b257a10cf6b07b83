import {
  type Block,
  type Flow,
  type List,
  MAX_DEPTH,
  type Run,
  type Table,
  type TextDocument,
} from "./text-document.ts";

/**
 * The one shape that a text has, however it was written: without what is empty, without spaces at the
 * edges, marks around words only. What is printed from it reads back the same.
 */
export function normalForm(document: TextDocument): TextDocument {
  return document.flatMap(normalBlock);
}

function normalBlock(block: Block): Block[] {
  switch (block.type) {
    case "paragraph":
    case "list":
      return normalFlow([block], 1);
    case "heading": {
      const runs = normalRuns(withoutBreaks(block.runs));
      return runs.length > 0 ? [{ ...block, runs }] : [];
    }
    case "quotation": {
      const blocks = normalFlow(block.blocks, 1);
      return blocks.length > 0 ? [{ ...block, blocks }] : [];
    }
    case "table":
      return normalTable(block);
    case "picture":
      return [{ ...block, src: oneLine(block.src), ...trimmed(block, ["alt", "caption"]) }];
    case "video":
      return [{ ...block, href: oneLine(block.href), ...trimmed(block, ["title", "picture"]) }];
    case "action":
      return [{ ...block, href: oneLine(block.href), ...trimmed(block, ["label"]) }];
  }
}

function trimmed<Field extends string>(block: Record<Field, string>, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, oneLine(block[field])])) as Record<
    Field,
    string
  >;
}

function normalFlow(blocks: readonly Flow[], depth: number): Flow[] {
  return blocks.flatMap((block): Flow[] => {
    if (block.type === "list") return normalList(block, depth);
    const runs = normalRuns(block.runs);
    return runs.length > 0 ? [{ ...block, runs }] : [];
  });
}

/** Markdown allows nine digits, for the last number too. */
const MAX_START = 99_999;

/** A list that goes too deep goes on in the one around it. */
function normalList(list: List, depth: number): List[] {
  const items = list.items.flatMap((item) => normalItem(item, depth));
  const start = list.ordered ? Math.min(Math.max(0, Math.trunc(list.start) || 0), MAX_START) : 1;
  return items.length > 0 ? [{ ...list, start, items }] : [];
}

function normalItem(item: readonly Flow[], depth: number): Flow[][] {
  const blocks = normalFlow(item, depth + 1);
  const items: Flow[][] = [];
  for (const block of blocks) {
    const current = items.at(-1);
    if (block.type === "list" && (!current || depth >= MAX_DEPTH)) items.push(...block.items);
    else if (current && (block.type === "list" || current === items[0])) current.push(block);
    else items.push([block]);
  }
  return items;
}

/** Nobody reads a wider table, and a stored one is as wide as its widest row in each of its rows. */
const MAX_COLUMNS = 12;

/** All rows are as long as the longest; a table that is too wide becomes paragraphs. */
function normalTable({ rows }: Table): Block[] {
  const cells = rows.map((row) => row.map((cell) => normalRuns(withoutBreaks(cell))));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  if (!cells.some((row) => row.some((cell) => cell.length > 0))) return [];
  if (columns > MAX_COLUMNS) {
    const lines = cells.map((row) => row.flatMap((cell) => [...cell, { text: " " }]));
    return lines.flatMap((runs) => normalFlow([{ type: "paragraph", runs }], 1));
  }
  return [
    {
      type: "table",
      rows: cells.map((row) => Array.from({ length: columns }, (_, place) => row[place] ?? [])),
    },
  ];
}

const withoutBreaks = (runs: readonly Run[]): Run[] =>
  runs.map((run) => ("text" in run ? run : { text: " " }));

// What no text shows: controls, the mark of byte orders, halves of characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffd]/g;

/** A text without what cannot be shown. */
export const printable = (text: string): string =>
  text.toWellFormed().replaceAll(INVISIBLE, "").replaceAll(/\r\n?/g, "\n");

const oneLine = (text: string) =>
  printable(text)
    .replaceAll(/[ \t\n]+/g, " ")
    .replaceAll(/^ | $/g, "");

type Words = Extract<Run, { text: string }>;
const sameMarks = (one: Words, other: Words) =>
  one.bold === other.bold && one.italic === other.italic && one.href === other.href;

/** Neighbours with the same marks are one; spaces stand between marked words, single, and at no edge. */
function normalRuns(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let space = false;
  for (const run of runs) {
    if (!("text" in run)) {
      space = false;
      if (result.length > 0) result.push({ break: true });
      continue;
    }
    const text = printable(run.text).replaceAll(/[ \t\n]+/g, " ");
    const words = text.replaceAll(/^ | $/g, "");
    space ||= text.startsWith(" ");
    if (words === "") continue;
    push(result, marked(run, words), space);
    space = text.endsWith(" ");
  }
  while (result.length > 0 && !("text" in (result.at(-1) as Run))) result.pop();
  return result;
}

function marked({ bold, italic, href }: Words, text: string): Words {
  const address = href && oneLine(href);
  // Nobody sees a mark on a space, however wide.
  if (text.trim() === "") return { text };
  return {
    text,
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(address && { href: address }),
  };
}

/** The space between two runs stands in both, when they carry the same marks; else in what neither marks. */
function push(result: Run[], run: Words, space: boolean): void {
  const last = result.at(-1);
  if (!last || !("text" in last)) {
    result.push(run);
    return;
  }
  const gap = space ? " " : "";
  if (sameMarks(last, run)) last.text += gap + run.text;
  else if (!space) result.push(run);
  else if (isBare(last)) {
    last.text += gap;
    result.push(run);
  } else if (isBare(run)) result.push({ ...run, text: gap + run.text });
  else pushShared(result, last, run);
}

const isBare = ({ bold, italic, href }: Words) => !bold && !italic && !href;

/** Between two marked runs, the space carries the marks that both have. */
function pushShared(result: Run[], last: Words, run: Words): void {
  const shared = {
    text: " ",
    ...(last.bold && run.bold && { bold: true as const }),
    ...(last.italic && run.italic && { italic: true as const }),
    ...(last.href && last.href === run.href && { href: last.href }),
  };
  if (sameMarks(shared, last)) last.text += " ";
  else if (sameMarks(shared, run)) {
    result.push({ ...run, text: ` ${run.text}` });
    return;
  } else result.push(shared);
  result.push(run);
}
