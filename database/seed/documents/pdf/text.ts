import { bold, french, regular, type Style } from "./theme.ts";

type Doc = PDFKit.PDFDocument;
type Run = { text: string; strong: boolean };
export type Line = Run[];

const round = (points: number) => Math.round(points * 100) / 100;

/** Selects the font and measures; a run is bold by its style or by `**` in the text. */
function widthOf(doc: Doc, text: string, style: Style, strong: boolean): number {
  doc.font(style.bold || strong ? bold : regular).fontSize(style.size);
  return doc.widthOfString(text, { characterSpacing: style.tracking ?? 0 });
}

/** Cuts at ordinary spaces only (a no-break space must hold) and notes what `**` makes bold. */
function wordsOf(source: string): Run[][] {
  const words: Run[][] = [[]];
  french(source)
    .split("**")
    .forEach((segment, part) => {
      segment.split(" ").forEach((text, i) => {
        if (i > 0) words.push([]);
        if (text !== "") words.at(-1)?.push({ text, strong: part % 2 === 1 });
      });
    });
  return words.filter((word) => word.length > 0);
}

/**
 * Breaks a text into lines.
 *
 * Done here rather than by the PDF library because a page break must be decided from the exact
 * number of lines, and because the library starts new pages by itself in the middle of a block.
 */
export function wrap(doc: Doc, source: string, width: number, style: Style): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let used = 0;
  for (const word of wordsOf(source)) {
    const size = word.reduce((sum, run) => sum + widthOf(doc, run.text, style, run.strong), 0);
    const gap = line.length > 0 ? widthOf(doc, " ", style, false) : 0;
    if (line.length > 0 && used + gap + size > width) {
      lines.push(line);
      line = [];
      used = 0;
    } else if (line.length > 0) {
      used += gap;
    }
    word.forEach((run, i) => {
      const last = line.at(-1);
      const text = i === 0 && last ? ` ${run.text}` : run.text;
      if (last && last.strong === run.strong) last.text += text;
      else line.push({ text, strong: run.strong });
    });
    used += size;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

/** Narrows the measure while the number of lines stays the same, so that titles look even. */
export function balance(doc: Doc, source: string, width: number, style: Style): Line[] {
  const count = wrap(doc, source, width, style).length;
  let best = width;
  while (best > 40 && wrap(doc, source, best - 8, style).length === count) best -= 8;
  return wrap(doc, source, best, style);
}

type Box = { x: number; y: number; width?: number; align?: "right" | "center" };

/** Draws lines from the top of the box and returns their height. */
export function draw(doc: Doc, lines: Line[], style: Style, box: Box): number {
  doc.fillColor(style.colour);
  lines.forEach((line, i) => {
    const total = line.reduce((sum, run) => sum + widthOf(doc, run.text, style, run.strong), 0);
    const spare = (box.width ?? total) - total;
    let x = box.x + (box.align === "right" ? spare : box.align === "center" ? spare / 2 : 0);
    const y = box.y + i * style.leading + (style.leading - style.size) / 2;
    line.forEach((run, r) => {
      const width = widthOf(doc, run.text, style, run.strong);
      // The space at the end of a line keeps words apart when the text is copied or read aloud.
      const text = r === line.length - 1 ? `${run.text} ` : run.text;
      // Two decimals are finer than any printer; more would only make the file heavier.
      doc.text(text, round(x), round(y), {
        lineBreak: false,
        characterSpacing: style.tracking ?? 0,
      });
      x += width;
    });
  });
  return lines.length * style.leading;
}

/** One line, or several if it does not fit in `box.width`. */
export function write(doc: Doc, source: string, style: Style, box: Box): number {
  const lines = wrap(doc, source, box.width ?? Number.POSITIVE_INFINITY, style);
  return draw(doc, lines, style, box);
}
