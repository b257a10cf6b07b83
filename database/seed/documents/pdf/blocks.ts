import type { Style } from "./theme.ts";

export type Column = {
  head: string /** Share of the width of the table. */;
  share: number;
  align?: "right" | "center";
};

/** One input of a form; `share` is its part of the row. */
export type Field = {
  name: string;
  label: string;
  share?: number;
  type?: "text" | "multiline" | "choice" | "check";
  choices?: string[];
};

export type Block =
  | { kind: "section"; text: string; newPage?: boolean }
  | { kind: "article"; text: string }
  | { kind: "paragraph"; text: string; style?: Style }
  | { kind: "list"; items: string[]; numbered: boolean }
  | { kind: "note"; title: string; text: string }
  /** A cell holding `BOX` is drawn as an empty box to tick with a pen. */
  | { kind: "table"; caption: string; columns: Column[]; rows: string[][] }
  | { kind: "chart"; title: string; note: string; bars: { label: string; value: number }[] }
  | { kind: "figures"; items: { value: string; label: string }[] }
  | { kind: "signatures"; place: string; people: { role: string; name: string }[] }
  | { kind: "fields"; rows: Field[][] }
  | {
      kind: "signBox";
      name: string;
      label: string;
      hint: string;
      second: string;
      secondHint: string;
    }
  | { kind: "swatches"; items: { name: string; hex: string; use: string }[] }
  | { kind: "logos" }
  | { kind: "pageBreak" };

/** Everything one PDF file is made from. */
export type Book = {
  file: string;
  title: string;
  subtitle: string;
  subject: string;
  keywords: string;
  reference: string;
  /** Shown on the cover, for instance « Version 3, en vigueur le 1er mai 2026 ». */
  edition: string;
  /** ISO date; also the creation date written in the file, so that each run gives the same bytes. */
  date: string;
  /** A whole page, or a band at the top of the first page for short documents. */
  cover: "page" | "band";
  contents: boolean;
  passwords?: { user: string; owner: string };
  blocks: Block[];
};

export const BOX = "[ ]";

const join = (lines: string[]) => lines.map((line) => line.trim()).join(" ");

function listItems(lines: string[], marker: RegExp): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (marker.test(line)) items.push([line.replace(marker, "")]);
    else items.at(-1)?.push(line);
  }
  return items.map(join);
}

/**
 * Reads running text, so that the long documents can be written and proofread as text:
 * `#` section, `##` article, `-` or `1.` list, `>` note (`> Titre | texte`), else a paragraph.
 */
export function prose(source: string): Block[] {
  return source
    .trim()
    .split(/\n\s*\n/)
    .map((chunk): Block => {
      const lines = chunk.split("\n").map((line) => line.trim());
      const first = lines[0] ?? "";
      if (first.startsWith("## ")) return { kind: "article", text: join(lines).slice(3) };
      if (first.startsWith("#! "))
        return { kind: "section", text: join(lines).slice(3), newPage: true };
      if (first.startsWith("# ")) return { kind: "section", text: join(lines).slice(2) };
      if (first.startsWith("- ")) {
        return { kind: "list", items: listItems(lines, /^- /), numbered: false };
      }
      if (/^\d+\. /.test(first)) {
        return { kind: "list", items: listItems(lines, /^\d+\. /), numbered: true };
      }
      if (first.startsWith("> ")) {
        const [title = "", text = ""] = join(lines).slice(2).split(" | ");
        return { kind: "note", title, text };
      }
      return { kind: "paragraph", text: join(lines) };
    });
}
