import sharp from "sharp";
import { expect, test } from "vitest";
import "../../../tests/mail/settings.ts";
import { readPdf } from "../../../tests/support/read-pdf.ts";
import { printTicket } from "./printed-ticket.server.ts";

const ticket = {
  reference: "FGE-7K3M-2Q",
  first_name: "Aïssatou",
  last_name: "Bah",
  gamertag: null,
  price_name: "Standard",
  price_name_en: null,
  event: {
    id: "e",
    title: "La finale",
    title_en: null,
    date: "2031-06-15",
    time: "10:00",
    end_date: null,
    end_time: null,
    location: "Conakry",
    location_en: null,
    type: "in-person",
  },
  address: "https://fge.example/tickets/t",
} as const;

test("the paper of a test says that it is none, in both languages, and no other does", async () => {
  const wordsOf = async (is_test: boolean, language: "fr" | "en") => {
    const { pages, text } = await readPdf(await printTicket({ ...ticket, is_test }, language));
    expect(pages).toBe(1);
    return text.replaceAll(/\s+/g, " ");
  };
  expect(await wordsOf(true, "fr")).toContain("Billet d’essai, sans valeur.");
  expect(await wordsOf(true, "en")).toContain("Test ticket, not valid for entry.");
  expect(await wordsOf(false, "fr")).not.toContain("Essai");
  expect(await wordsOf(false, "en")).not.toContain("Test");
});

test("the logo stands on the paper with its words, which stays one light page", async () => {
  const logo = await sharp({
    create: { width: 96, height: 96, channels: 3, background: "#009460" },
  })
    .png({ palette: true })
    .toBuffer();
  const paper = await printTicket({ ...ticket, is_test: false, logo }, "fr");
  const bare = await printTicket({ ...ticket, is_test: false }, "fr");
  const source = (pdf: Buffer) => pdf.toString("latin1");
  expect(source(paper)).toContain("/Subtype /Image");
  expect(source(bare)).not.toContain("/Subtype /Image");
  expect(source(paper).match(/\/S \/Figure/g)).toHaveLength(2);
  expect(paper.length).toBeLessThan(60_000);
  expect((await readPdf(paper)).pages).toBe(1);
});

test.each([
  ["N'Ko", "ߡߊߡߊߘߌ", "ߞߋߕߊ"],
  ["Arabic", "محمد", "العربي"],
  ["Adlam", "𞤀𞤤𞤬𞤢", "𞤔𞤢𞤤𞤮"],
  ["hooked letters", "Ɓaldé", "Ɗiallo Ƴero ɛɔŋɲ"],
  ["both in one name", "Mamadi ߡߊߡߊߘߌ", "Keïta"],
])("a name in %s stands whole on the paper", async (_, first_name, last_name) => {
  const paper = await printTicket({ ...ticket, first_name, last_name, is_test: false }, "fr");
  const { text } = await readPdf(paper);
  const letters = (name: string) => Array.from(name.replaceAll(/\s/g, "").normalize("NFC")).sort();
  // From right to left, a reader of PDF gives the letters in the order in which they stand.
  const printed = /Participant(.*?)La finale/s.exec(text)?.[1] ?? "";
  expect(letters(printed)).toEqual(letters(first_name + last_name));
  expect(paper.length).toBeLessThan(60_000);
});

test("what no font has is shown as a box, and what only turns or hides letters is left out", async () => {
  const title = "Finale 漢 e\u0301 ạ\u202eb\u0000c 25\u202f000";
  const event = { ...ticket.event, title };
  const { text } = await readPdf(await printTicket({ ...ticket, event, is_test: false }, "fr"));
  expect(text.replaceAll(/\s+/g, " ")).toContain("Finale □ é ạbc 25 000");
});
