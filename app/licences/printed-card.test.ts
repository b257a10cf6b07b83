import { expect, test } from "vitest";
import "../../tests/mail/settings.ts";
import { readPdf } from "../../tests/support/read-pdf.ts";
import { CARD_FORMATS, printCard, printSheets } from "./printed-card.server.ts";

const card = {
  number: "FGE-004217-K",
  name: "Aïssatou Bah",
  birthYear: 2001,
  from: "2026-11-26",
  until: "2027-11-26",
  address: `HTTPS://FGE.EXAMPLE/V/${"A".repeat(180)}`,
};

test.each(CARD_FORMATS)(
  "a card of the size %s is one light page with all that it says",
  async (format) => {
    for (const language of ["fr", "en"] as const) {
      const paper = await printCard(card, format, language);
      const { pages, text } = await readPdf(paper);
      expect(pages).toBe(1);
      expect(paper.length).toBeLessThan(60_000);
      expect(text).toContain(card.number);
      expect(text).toContain(card.name);
      expect(text).toContain("2001");
      expect(text).toContain(language === "fr" ? "26 novembre 2027" : "26 Nov 2027");
    }
  },
);

test.each([
  ["N’Ko", "ߡߊߡߊߘߌ ߞߋߕߊ"],
  ["Arabic", "محمد العربي"],
  ["a hundred letters", "Mamadou ".repeat(25)],
  ["nothing but a name", "Bah"],
])("a name in %s is printed on both sizes", async (_script, name) => {
  for (const format of CARD_FORMATS) {
    const paper = await printCard(
      { ...card, name, birthYear: null, from: null, until: null },
      format,
      "fr",
    );
    expect((await readPdf(paper)).pages).toBe(1);
  }
});

test("cards are printed by the sheet, ten on each, and none is lost", async () => {
  const numbers = Array.from({ length: 23 }, (_one, place) => `FGE-${100_000 + place}-A`);
  async function* sheets() {
    for (const start of [0, 10, 20]) {
      yield numbers.slice(start, start + 10).map((number) => ({ ...card, number }));
    }
  }
  const pieces: Buffer[] = [];
  for await (const piece of printSheets(sheets(), "fr")) pieces.push(piece);
  // It leaves while it is drawn.
  expect(pieces.length).toBeGreaterThan(3);
  const paper = Buffer.concat(pieces);
  const texts = await Promise.all([1, 2, 3].map(async (page) => (await readPdf(paper, page)).text));
  expect((await readPdf(paper)).pages).toBe(3);
  expect(texts.map((text) => text.match(/FGE-\d+-A/g))).toEqual([
    numbers.slice(0, 10),
    numbers.slice(10, 20),
    numbers.slice(20),
  ]);
});
