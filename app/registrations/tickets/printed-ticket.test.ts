import sharp from "sharp";
import { expect, test } from "vitest";
import "../../../tests/mail/settings.ts";
import { readPdf } from "../../../tests/support/read-pdf.ts";
import { printable, printTicket } from "./printed-ticket.server.ts";

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
  expect(await wordsOf(true, "fr")).toContain("Essai : aucun argent réel, aucune place réelle.");
  expect(await wordsOf(true, "en")).toContain("Test: no real money, no real place.");
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

test("what a printed ticket cannot show is left out, and no letter of our languages is lost", () => {
  expect(printable("Aïssatou Œuvre 25\u202f000 « été »")).toBe(
    "Aïssatou Œuvre 25\u00a0000 « été »",
  );
  expect(printable("Ɓaldé Ɗiallo Ƴero ɛlɛ ŋ")).toBe(
    "Balde\u0301 Diallo Yero ele ŋ".normalize("NFC"),
  );
  expect(printable("Awa 😀 Bah 👩‍👧")).toBe("Awa Bah");
  expect(printable("محمد")).toBe("");
  expect(printable("e\u0301 ạ")).toBe("é a");
  expect(printable("a\u202eb\u0000c\nd")).toBe("abcd");
});
