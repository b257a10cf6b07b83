import { describe, expect, test } from "vitest";
import { frenchSpaces } from "../../i18n/format.ts";
import { cut, drawable, fitLines, LINE, wrap } from "./wrap-words.ts";

// Each letter is half as wide as it is high.
const measureIn = (size: number) => (text: string) => Array.from(text).length * size * 0.5;
const BOX = { width: 580, height: 300, sizes: [60, 48, 34] };
const NARROW = "\u202f";

describe("a title", () => {
  test("is as large as it fits, and goes on lines that hold it", () => {
    expect(fitLines("Coupe nationale", BOX, measureIn)).toEqual({
      size: 60,
      lines: ["Coupe nationale"],
    });
    const long = fitLines(
      "La finale nationale se joue samedi à Kindia ".repeat(3).trim(),
      BOX,
      measureIn,
    );
    expect(long.size).toBeLessThan(60);
    expect(long.lines.join(" ")).toContain("à Kindia La finale");
    for (const line of long.lines) expect(measureIn(long.size)(line)).toBeLessThanOrEqual(580);
    expect(long.lines.length * long.size * LINE).toBeLessThanOrEqual(300);
  });

  test("of three hundred letters ends with three dots, inside its box", () => {
    const { size, lines } = fitLines("sélection ".repeat(30).trim(), BOX, measureIn);
    expect(size).toBe(34);
    expect(lines.at(-1)).toMatch(/[a-z]…$/);
    for (const line of lines) expect(measureIn(size)(line)).toBeLessThanOrEqual(580);
  });

  test("of one endless word is broken between letters, never inside one", () => {
    const { lines } = fitLines("e\u0301".repeat(150), BOX, measureIn);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).not.toMatch(/^\u0301/);
  });

  test("keeps a mark that stands apart on the line of its word", () => {
    const title = frenchSpaces("« Qui gagnera la grande finale de Conakry ? » : on sait !");
    expect(title).toBe(
      `«${NARROW}Qui gagnera la grande finale de Conakry${NARROW}?${NARROW}»${NARROW}: on sait${NARROW}!`,
    );
    for (const line of wrap(title, 200, measureIn(34))) expect(line).not.toMatch(/^[:;!?»]/);
  });
});

test("what the font cannot draw is left out, with what turns or hides letters", () => {
  const latin = (letter: number) => letter < 0x2fff;
  expect(drawable("Finale 🎮👩‍🚀 à\n\t  Labé\u202e abc\u0000", latin)).toBe("Finale à Labé abc");
  expect(drawable("🎮🎮", latin)).toBe("");
  expect(drawable("a".repeat(100_000), latin)).toHaveLength(300);
});

test("a line that is too long is cut where it holds", () => {
  expect(cut("court", 200, measureIn(20))).toBe("court");
  expect(cut("un lieu très très long", 100, measureIn(20))).toBe("un lieu t…");
});
