import sharp from "sharp";
import { describe, expect, test } from "vitest";
import "../../tests/mail/settings.ts";
import { readCodesOf, readPdf, readTags } from "../../tests/support/read-pdf.ts";
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

/** What is read aloud of one card. */
const TAGS = ["P", "H1", "P", "P", "P", "P", "Figure: Code QR de la licence FGE-004217-K"];

test("all of a card is tagged, and a phone reads its code from the paper", async () => {
  for (const format of CARD_FORMATS) {
    const paper = await printCard(card, format, "fr");
    const tags = await readTags(paper);
    expect(tags).toContain("H1");
    expect(tags).toContain(TAGS.at(-1));
    expect(await readCodesOf(paper)).toEqual([card.address]);
  }
  expect(await readTags(await printCard(card, "card", "fr"))).toEqual(TAGS);
});

test("the crest is in a document once, on however many cards, and the number stands below the name", async () => {
  const grey = { create: { width: 96, height: 96, channels: 3, background: "#888" } } as const;
  const crest = await sharp(grey).png().toBuffer();
  const pieces: Buffer[] = [];
  const sheets = async function* () {
    for (let sheet = 0; sheet < 3; sheet++) yield Array.from({ length: 10 }, () => card);
  };
  for await (const piece of printSheets(sheets(), "fr", crest)) pieces.push(piece);
  const paper = Buffer.concat(pieces);
  expect(paper.toString("latin1").match(/\/Subtype \/Image/g)).toHaveLength(1);
  expect((await readTags(paper, 3)).slice(0, 3)).toEqual(["Figure: FGE", "P", "H1"]);
  const { text } = await readPdf(paper, 3);
  expect(text.indexOf(card.name)).toBeLessThan(text.indexOf(card.number));
});

test("a photograph stands on both sizes, and leaves the code to be read", async () => {
  const grey = { create: { width: 300, height: 400, channels: 3, background: "#888" } } as const;
  const photo = await sharp(grey).jpeg().toBuffer();
  for (const format of CARD_FORMATS) {
    const paper = await printCard({ ...card, photo, club: "Étoile de Labé" }, format, "fr");
    const { pages, text } = await readPdf(paper);
    expect(pages).toBe(1);
    expect(text).toContain("Du 26 novembre 2026 au 26 novembre 2027");
    expect(await readTags(paper)).toContain("Figure: Photo du titulaire");
    expect(await readCodesOf(paper)).toEqual([card.address]);
  }
});

describe("cards by the sheet", () => {
  const sheetsOf = async function* (numbers: readonly string[]) {
    for (let start = 0; start < numbers.length; start += 10) {
      yield numbers.slice(start, start + 10).map((number) => ({ ...card, number }));
    }
  };

  test("are ten on each, none is lost, and all of each is tagged and read", async () => {
    const numbers = Array.from({ length: 23 }, (_one, place) => `FGE-${100_000 + place}-A`);
    const pieces: Buffer[] = [];
    for await (const piece of printSheets(sheetsOf(numbers), "fr")) pieces.push(piece);
    const paper = Buffer.concat(pieces);
    const texts = await Promise.all(
      [1, 2, 3].map(async (page) => (await readPdf(paper, page)).text),
    );
    expect((await readPdf(paper)).pages).toBe(3);
    expect(texts.map((text) => text.match(/FGE-\d+-A/g))).toEqual([
      numbers.slice(0, 10),
      numbers.slice(10, 20),
      numbers.slice(20),
    ]);
    expect((await readTags(paper, 3)).slice(0, 7)).toEqual([
      ...TAGS.slice(0, -1),
      "Figure: Code QR de la licence FGE-100020-A",
    ]);
    expect(await readTags(paper, 2)).toHaveLength(70);
    expect(await readCodesOf(paper, 3)).toEqual([card.address, card.address, card.address]);
  });

  test("leave page by page, whatever waits for nothing else", async () => {
    let drawn = 0;
    const numbers = Array.from({ length: 40 }, () => card.number);
    async function* counted() {
      for await (const cards of sheetsOf(numbers)) {
        drawn += 1;
        yield cards;
      }
    }
    const sent = [0, 0, 0, 0, 0];
    for await (const piece of printSheets(counted(), "fr")) {
      sent[drawn] = (sent[drawn] ?? 0) + piece.length;
    }
    // The second page and those after it are sent while the one before them is finished.
    expect(Math.min(...sent.slice(2))).toBeGreaterThan(5_000);
  });
});
