import { describe, expect, test } from "vitest";
import type { Block, TextDocument } from "../text-document.ts";
import { adviceOn, type Costs, picturesOf, priceOf, weightOf } from "./advice.ts";

const paragraph = (text: string): Block => ({ type: "paragraph", runs: [{ text }] });
const heading = (level: 2 | 3, text: string): Block => ({
  type: "heading",
  level,
  runs: [{ text }],
});
const picture = (src: string, alt = ""): Block => ({ type: "picture", src, alt, caption: "" });
const A = "/files/uploads/a.jpg";
const COSTS: Costs = { price: 30, pictures: { [A]: { bytes: 12_000, uploaded: 4_200_000 } } };

describe("what a page weighs", () => {
  test("a picture counts once, as heavy as a telephone gets it, or as heavy as any may be", () => {
    const before = weightOf([paragraph("x")], "", COSTS);
    const added = (document: TextDocument, lead = "") => weightOf(document, lead, COSTS) - before;
    expect(added([paragraph("x"), picture(A)])).toBeGreaterThan(12_000);
    expect(added([paragraph("x"), picture(A)])).toBeLessThan(12_200);
    expect(added([paragraph("x"), picture(A), picture(A)])).toBeLessThan(12_200);
    expect(added([paragraph("x")], A)).toBe(12_000);
    expect(added([paragraph("x")], "/files/uploads/unknown.jpg")).toBe(15_000);
  });

  test("pictures of a text and of its page are asked for once each", () => {
    const video: Block = { type: "video", href: "https://youtu.be/x", title: "", picture: A };
    expect(picturesOf([picture(A), video, paragraph("x")], "")).toEqual([A]);
    expect(picturesOf([video], "/files/uploads/b.jpg")).toEqual(["/files/uploads/b.jpg", A]);
  });

  test("in words", () => {
    expect(priceOf(40_000, 30)).toBe("1,2");
    expect(priceOf(2_560_000, 30)).toBe("77");
  });
});

describe("what a text lacks", () => {
  const advice = (document: TextDocument, summary?: string) => adviceOn(document, COSTS, summary);

  test("nothing, when nothing does", () => {
    expect(advice([heading(2, "Un"), heading(3, "Deux"), paragraph("x")], "Court.")).toEqual([]);
    expect(advice([], undefined)).toEqual([]);
  });

  test("a summary, where its page has one", () => {
    expect(advice([], " ")).toEqual(["Il n’y a pas encore de résumé."]);
  });

  test("descriptions of pictures", () => {
    const words =
      " de description\u202f: une personne qui ne voit pas la page ne saura pas ce qu’on y montre.";
    const two = [picture("/files/uploads/b.jpg"), picture("/files/uploads/c.jpg", " ")];
    expect(advice(two.slice(0, 1))).toEqual([`Une image n’a pas${words}`]);
    expect(advice(two)).toEqual([`2 images n’ont pas${words}`]);
  });

  test("a part above a sub-part", () => {
    expect(advice([heading(3, "Vendredi"), heading(2, "Programme")])).toEqual([
      "«\u202fVendredi\u202f» est le titre d’une sous-partie, mais aucune partie ne commence avant.",
    ]);
  });

  test("what becomes of a large picture", () => {
    expect(advice([picture(A, "La salle")])).toEqual([
      "L’image «\u202fLa salle\u202f» pèse 4\u202fMo\u202f: les visiteurs en reçoivent une version de 12\u202fKo.",
    ]);
    expect(adviceOn([picture(A, "La salle")], undefined, undefined)).toEqual([]);
  });
});
