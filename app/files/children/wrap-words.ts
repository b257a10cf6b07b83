const graphemes = new Intl.Segmenter("fr");
const splitLetters = (text: string) =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Longer than any title that can be shown: what follows costs time alone. */
const MOST_LETTERS = 300;

/** What can be drawn of a text: on one line, without marks that turn or hide it, nor letters that the font lacks. */
export function drawable(text: string, has: (letter: number) => boolean): string {
  const visible = splitLetters(text.normalize("NFC").replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))
    .slice(0, MOST_LETTERS)
    .join("")
    .replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, "");
  const letters = Array.from(visible).filter((letter) => has(letter.codePointAt(0) ?? 0));
  return letters.join("").replace(/ {2,}/g, " ").trim();
}

type Measure = (text: string) => number;

/** A text on lines of a width; a word that is wider than a line is broken between two letters. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((word) => breakWord(word, width, measure))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || measure(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

function breakWord(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const letter of splitLetters(word)) {
    if (part !== "" && measure(part + letter) > width) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part];
}

/** As much of a text as a line holds, with '…' where something is left out. */
export function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const letters = splitLetters(text);
  while (letters.length > 0 && measure(`${letters.join("").trimEnd()}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

export type Fitted = { size: number; lines: string[] };

/**
 * A text in the largest of several sizes in which it fits a box with no word broken; else in the smallest, cut
 * with '…' where its lines end.
 */
export function fitLines(
  text: string,
  { width, height, sizes }: { width: number; height: number; sizes: readonly number[] },
  measureIn: (size: number) => Measure,
): Fitted {
  const most = (size: number) => Math.floor(height / (size * LINE));
  for (const size of sizes) {
    const measure = measureIn(size);
    if (text.split(" ").some((word) => measure(word) > width)) continue;
    const lines = wrap(text, width, measure);
    if (lines.length <= most(size)) return { size, lines };
  }
  const size = sizes.at(-1) ?? 1;
  const measure = measureIn(size);
  const lines = wrap(text, width, measure);
  if (lines.length <= most(size)) return { size, lines };
  const shown = lines.slice(0, most(size));
  const last = shown.pop() ?? "";
  // Something is left out even where the last line has room.
  return { size, lines: [...shown, cut(`${last} …`, width, measure).replace(/ ?…+$/, "…")] };
}

/** From one line to the next, by the size of its letters. */
export const LINE = 1.16;
