import { describe, expect, test } from "vitest";
import { aroundChanges, type Stretch, textDifference } from "./text-difference.ts";

const shown = (stretches: readonly Stretch[]) =>
  stretches
    .map(({ kind, text }) => (kind === "same" ? text : `${kind === "added" ? "+" : "-"}[${text}]`))
    .join("");
const side = (stretches: readonly Stretch[], without: Stretch["kind"]) =>
  stretches
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

describe("the difference of two texts", () => {
  test.each([
    ["", "", ""],
    ["", "Bonjour", "+[Bonjour]"],
    ["Bonjour", "", "-[Bonjour]"],
    ["La finale à Conakry", "La finale à Kindia", "La finale à -[Conakry]+[Kindia]"],
    ["Le 3 juin.", "Le 4 juin !", "Le -[3]+[4] juin-[.]+[ !]"],
    ["a\nb\nc", "a\nc", "a\n-[b\n]c"],
    ["a\nc", "a\nb\nc", "a\n+[b\n]c"],
    ["un deux trois", "zéro un trois quatre", "+[zéro ]un -[deux ]trois+[ quatre]"],
    ["l’été", "l’hiver", "l’-[été]+[hiver]"],
  ])("of %j and %j", (was, is, expected) => {
    expect(shown(textDifference(was, is))).toBe(expected);
  });

  test("leads from each text to the other, whatever they are", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const words = ["<b>", "a", "été", " ", "\n", "\n\n", "**", "&", "ɓ", "👩‍👩‍👧", "\u202f:"];
    const text = () =>
      Array.from({ length: random(40) }, () => words[random(words.length)]).join("");
    for (let round = 0; round < 2_000; round++) {
      const [was, is] = [text(), text()];
      const difference = textDifference(was, is);
      expect(side(difference, "added")).toBe(was);
      expect(side(difference, "removed")).toBe(is);
    }
  });

  test.each([
    ["words that all changed", (n: number) => `${n % 7} mot${n} `],
    ["lines that all changed", (n: number) => `ligne ${n}\n`],
    ["one sign again and again", () => "ab "],
  ])("takes a moment for 200 KB of %s", (_what, piece) => {
    const make = (from: number) => {
      let text = "";
      for (let n = from; text.length < 200_000; n++) text += piece(n);
      return text;
    };
    const [was, is] = [make(0), `x${make(1_000_000)}y`];
    const since = performance.now();
    const difference = textDifference(was, is);
    expect(performance.now() - since).toBeLessThan(3_000);
    expect(side(difference, "added")).toBe(was);
    expect(side(difference, "removed")).toBe(is);
  });

  test("shows the changes of a long text, and not all the rest", () => {
    const long = "mot ".repeat(2_000);
    const shortened = aroundChanges(
      textDifference(`${long}juin ${long}`, `${long}juillet ${long}`),
    );
    expect(side(shortened, "removed").length).toBeLessThan(500);
    expect(shown(shortened)).toContain("-[juin]+[juillet]");
    expect(shown(shortened)).toMatch(/^ \[…\] mot/);
  });
});
