import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { pdfjsFolder } from "./children/pdfjs.server.ts";
import { fitLines, LINE } from "./children/wrap-words.ts";

// Texts in a PDF, in every script that people in Guinea write their names in. A viewer has no other font
// than those inside the document, and pdfkit writes with one font at a time, from left to right.

/** In the order in which they are asked: a document holds only the letters that it uses of each. */
const FONT_FILES = {
  latin: join(pdfjsFolder, "standard_fonts", "LiberationSans-Regular.ttf"),
  /** Letters with a hook, as in Pular and Maninka; Arabic; N'Ko. */
  wide: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  adlam: "@fontsource/noto-sans-adlam/files/noto-sans-adlam-adlam-400-normal.woff",
};

type FontName = keyof typeof FONT_FILES;
export type PdfFonts = ReadonlyMap<FontName, { data: Buffer; font: Font }>;

/** Reads the fonts from the installed packages. */
export async function loadPdfFonts(): Promise<PdfFonts> {
  // Heavy, and of no use until the first document is written.
  const { create } = await import("fontkit");
  const loaded = Object.entries(FONT_FILES).map(async ([name, file]) => {
    const path = file.startsWith("/") ? file : fileURLToPath(import.meta.resolve(file));
    const data = await readFile(path);
    return [name as FontName, { data, font: create(data) as Font }] as const;
  });
  return new Map(await Promise.all(loaded));
}

export type PdfTextOptions = {
  x: number;
  y: number;
  width: number;
  size: number;
  /** What does not fit on so many lines ends in an ellipsis. */
  lines: number;
  colour: string;
  align?: "center";
  /** Drawn with an outline, so that names in every script can be bold. */
  bold?: boolean;
};

/** Writes texts into one document. */
export class PdfTextWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: PdfFonts;

  constructor(doc: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#doc = doc;
    this.#fonts = fonts;
    for (const [name, { data }] of fonts) doc.registerFont(name, data);
    doc.font("latin" satisfies FontName);
  }

  /** Breaks the text into lines and writes them; says where they end. A letter that no font has becomes an empty box. */
  write(text: string, { x, y, width, size, lines, colour, align, bold }: PdfTextOptions): number {
    const measure = (part: string) =>
      this.#runsOf(part).reduce((sum, run) => sum + this.#widthOf(run, size), 0);
    const box = { width, height: lines * size * LINE + 1, sizes: [size] };
    const fitted = fitLines(this.#available(text), box, () => measure);
    this.#doc
      .fillColor(colour)
      .strokeColor(colour)
      .lineWidth(size * OUTLINE);
    for (const [index, line] of fitted.lines.entries()) {
      const left = align === "center" ? x + (width - measure(line)) / 2 : x;
      this.#writeLine(line, left, y + (index + ASCENT) * size * LINE, size, bold);
    }
    return y + fitted.lines.length * size * LINE;
  }

  /** The text with what can be drawn of it. */
  #available(text: string): string {
    const shown = text
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, "")
      .replaceAll("\u202f", "\u00a0");
    return clustersOf(shown)
      .map((cluster) => {
        if (this.#fontOf(cluster)) return cluster;
        const base = cluster.normalize("NFD").charAt(0);
        return this.#fontOf(base) ? base : MISSING;
      })
      .join("")
      .trim();
  }

  /** The first font that has all of the text. */
  #fontOf(text: string): FontName | undefined {
    const letters = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
    for (const [name, { font }] of this.#fonts) {
      if (letters.every((letter) => font.hasGlyphForCodePoint(letter))) return name;
    }
    return undefined;
  }

  /** The parts of one line from left to right, each of one font and one direction. */
  #runsOf(line: string): Run[] {
    const ordered = line.replace(ADLAM, "\u07ca\u07ca");
    const embedding = bidi.getEmbeddingLevels(ordered);
    const runs: Run[] = [];
    const runAt: Run[] = [];
    for (const word of line.split(/(?<=\s)/)) {
      // One font for the whole word where one has all of it: half a word in another font looks like two.
      const whole = this.#fontOf(word.trim());
      for (const cluster of clustersOf(word)) {
        const font = whole ?? this.#fontOf(cluster) ?? "latin";
        const level = embedding.levels[runAt.length] ?? 0;
        const before = runs.at(-1);
        const run =
          before?.font === font && before.level === level ? before : { font, level, text: "" };
        if (run !== before) runs.push(run);
        run.text += cluster;
        for (let unit = 0; unit < cluster.length; unit++) runAt.push(run);
      }
    }
    const visual = bidi.getReorderedIndices(ordered, embedding);
    return [...new Set(visual.flatMap((index) => runAt[index] ?? []))];
  }

  #widthOf(run: Run, size: number): number {
    return this.#doc.font(run.font).fontSize(size).widthOfString(visualText(run), OPTIONS);
  }

  #writeLine(line: string, x: number, baseline: number, size: number, bold = false): void {
    const options = bold ? { ...OPTIONS, fill: true, stroke: true } : OPTIONS;
    let left = x;
    for (const run of this.#runsOf(line)) {
      const width = this.#widthOf(run, size);
      this.#doc.text(visualText(run), left, baseline, options);
      left += width;
    }
  }
}

type Run = { font: FontName; level: number; text: string };

const bidi = bidiFactory();

/** bidi-js reads one UTF-16 unit at a time; a letter of Adlam has two, and goes the way of N'Ko. */
const ADLAM = /[\u{1e900}-\u{1e95f}]/gu;

/** Where the letters stand in the height of a line. */
const ASCENT = 0.78;
/** The outline of bold letters, in parts of their size. */
const OUTLINE = 0.03;
const MISSING = "\u25a1";
/** With features, even none, pdfkit gives the whole run to the font instead of word by word. */
const OPTIONS: PDFKit.Mixins.TextOptions = {
  lineBreak: false,
  baseline: "alphabetic",
  features: [],
};

const segmenter = new Intl.Segmenter("fr");
const clustersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The scripts that fontkit itself writes from right to left. */
const REVERSED_BY_FONTKIT = /[\p{Script=Arabic}\p{Script=Nko}\p{Script=Hebrew}]/u;

/** The text of a run in the order that the font is to be given. */
function visualText({ level, text }: Run): string {
  if (level % 2 === 0) return text;
  const clusters = clustersOf(text).map((one) => bidi.getMirroredCharacter(one) ?? one);
  return (REVERSED_BY_FONTKIT.test(text) ? clusters : clusters.reverse()).join("");
}
