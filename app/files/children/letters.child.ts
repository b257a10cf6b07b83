import { readFileSync } from "node:fs";

/** Tells which letters a TrueType font can draw. */
export function readLetters(file: string): (letter: number) => boolean {
  const font = readFileSync(file);
  const table = cmapOf(font);
  const starts = new Map<number, number>();
  // By platform and encoding: all of Unicode, or its first plane.
  for (let place = 0; place < font.readUInt16BE(table + 2); place++) {
    const record = table + 4 + 8 * place;
    const start = table + font.readUInt32BE(record + 4);
    starts.set(font.readUInt16BE(start), start);
  }
  const [whole, plane] = [starts.get(12), starts.get(4)];
  if (whole !== undefined) return groups(font, whole);
  if (plane !== undefined) return segments(font, plane);
  throw new Error("a font without a table of letters that we read");
}

function cmapOf(font: Buffer): number {
  for (let place = 0; place < font.readUInt16BE(4); place++) {
    const record = 12 + 16 * place;
    if (font.toString("latin1", record, record + 4) === "cmap") {
      return font.readUInt32BE(record + 8);
    }
  }
  throw new Error("a font without letters");
}

/** Format 12: ranges of letters. */
function groups(font: Buffer, start: number): (letter: number) => boolean {
  const ranges = Array.from({ length: font.readUInt32BE(start + 12) }, (_, place) => {
    const group = start + 16 + 12 * place;
    return { from: font.readUInt32BE(group), to: font.readUInt32BE(group + 4) };
  });
  return (letter) => ranges.some(({ from, to }) => from <= letter && letter <= to);
}

/** Format 4: ranges of letters of the first plane, some of whose letters have no drawing. */
function segments(font: Buffer, start: number): (letter: number) => boolean {
  const count = font.readUInt16BE(start + 6) / 2;
  const ends = start + 14;
  const at = (column: number, place: number) => ends + 2 * place + column * 2 * count;
  return (letter) => {
    for (let place = 0; place < count; place++) {
      if (letter > font.readUInt16BE(at(0, place))) continue;
      const from = font.readUInt16BE(at(1, place) + 2);
      if (letter < from) return false;
      const offsetAt = at(3, place) + 2;
      const offset = font.readUInt16BE(offsetAt);
      const delta = font.readUInt16BE(at(2, place) + 2);
      const glyph =
        offset === 0 ? letter : font.readUInt16BE(offsetAt + offset + 2 * (letter - from));
      return glyph !== 0 && ((glyph + delta) & 0xffff) !== 0;
    }
    return false;
  };
}
