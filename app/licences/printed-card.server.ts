import { drawFlag } from "../files/pdf-flag.server.ts";
import { type PdfPage, printPage, printPages } from "../files/pdf-page.server.ts";
import type { PdfTextOptions } from "../files/pdf-text.server.ts";
import { drawQrCode } from "../files/qr-code.server.ts";
import { formatDate } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { federationOf } from "../mail/layout.ts";
import type { ShownLicence } from "./licence-cards.system.server.ts";

/** What stands on a printed card. */
export type PrintedCard = Pick<
  ShownLicence,
  "number" | "name" | "birthYear" | "from" | "until" | "club"
> & {
  address: string;
  /** A JPEG of the holder. */
  photo?: Buffer;
};

const TEXTS = {
  fr: {
    card: "Licence officielle",
    player: "Joueur",
    code: (number: string) => `Code QR de la licence ${number}`,
    born: "Année de naissance",
    photo: "Photo du titulaire",
    club: "Club",
    from: "Valable du",
    until: "jusqu’au",
    always: "sans date de fin",
    check: "Pour vérifier cette carte, scannez le code avec l’appareil photo d’un téléphone.",
    fold: "Carte trouvée\u202f? Rapportez-la à la fédération.",
  },
  en: {
    card: "Official licence",
    player: "Player",
    code: (number: string) => `QR code of licence ${number}`,
    born: "Year of birth",
    photo: "Photograph of the holder",
    club: "Club",
    from: "Valid from",
    until: "until",
    always: "no end date",
    check: "To check this card, scan the code with a phone camera.",
    fold: "Found this card? Please bring it to the federation.",
  },
} satisfies Record<Language, object>;

export const CARD_FORMATS = ["card", "a6"] as const;
/** The size of a bank card (ID-1), or a postcard. */
export type CardFormat = (typeof CARD_FORMATS)[number];

const mm = (millimetres: number) => (millimetres * 72) / 25.4;
const SIZES: Record<CardFormat, [number, number]> = {
  card: [mm(85.6), mm(53.98)],
  a6: [mm(105), mm(148)],
};
/** The code without its blank margin is 30 mm wide on the small card: what a cheap phone reads. */
const CODE = mm(30);
const INK = "#000000";

/** A licence card in one of its sizes, black on white but for the flag. */
export function printCard(
  card: PrintedCard,
  format: CardFormat,
  language: Language,
): Promise<Buffer> {
  const title = `${TEXTS[language].card} ${card.number}`;
  const draw = format === "card" ? drawSmall : drawLarge;
  return printPage({ size: SIZES[format], title, language }, (page) => draw(page, card, language));
}

const A4 = { size: [mm(210), mm(297)] as [number, number], columns: 2, rows: 5 };
/** Cards on one sheet of paper. */
export const ON_A_SHEET = A4.columns * A4.rows;

/** Small cards on sheets to cut up, each sheet with as many as it holds. */
export function printSheets(sheets: AsyncIterable<readonly PrintedCard[]>, language: Language) {
  async function* pages() {
    for await (const cards of sheets) yield (page: PdfPage) => drawSheet(page, cards, language);
  }
  return printPages({ size: A4.size, title: TEXTS[language].card, language }, pages());
}

function drawSheet(page: PdfPage, cards: readonly PrintedCard[], language: Language): void {
  const [width, height] = SIZES.card;
  const left = (A4.size[0] - A4.columns * width) / 2;
  const top = (A4.size[1] - A4.rows * height) / 2;
  const { doc } = page;
  for (const [place, card] of cards.entries()) {
    doc.save();
    doc.translate(
      left + (place % A4.columns) * width,
      top + Math.floor(place / A4.columns) * height,
    );
    // Where to cut.
    doc.rect(0, 0, width, height).lineWidth(0.3).stroke("#999999");
    drawSmall(page, card, language);
    doc.restore();
  }
}

type Draw = (page: PdfPage, card: PrintedCard, language: Language) => void;
type Writing = Pick<PdfTextOptions, "x" | "y" | "width" | "size" | "lines"> &
  Partial<PdfTextOptions>;

const writer =
  ({ write }: PdfPage) =>
  (type: string, text: string, options: Writing) =>
    write(type, text, { colour: INK, ...options });

/** The first and the last day, one on each line. */
function seasonOf({ from, until }: PrintedCard, language: Language): string[] {
  const texts = TEXTS[language];
  const end = until ? `${texts.until} ${formatDate(language, until)}` : texts.always;
  return from ? [`${texts.from} ${formatDate(language, from)}`, end] : [end];
}

type Place = { x: number; y: number; width: number };

/** The photograph of the holder, as wide as its place says and a third higher. */
function drawPhoto(page: PdfPage, photo: Buffer, alt: string, { x, y, width }: Place): void {
  const height = (width * 4) / 3;
  page.figure(alt, () => page.doc.image(photo, x, y, { width, height }));
}

const drawSmall: Draw = (page, card, language) => {
  const texts = TEXTS[language];
  const [width, height] = SIZES.card;
  const write = writer(page);
  const left = mm(4);
  drawFlag(page.doc, { y: height - 5.5, width, band: 1.8, rise: 2.5 });
  const side = CODE + mm(6);
  const column = width - left - side - mm(1);
  write("P", federationOf(language).name, {
    x: left,
    y: mm(3),
    width: width - 2 * left,
    size: 8,
    lines: 1,
  });
  write("H1", `${texts.card} · ${texts.player}`, {
    x: left,
    y: mm(8),
    width: column,
    size: 7,
    lines: 1,
  });
  write("P", card.name, { x: left, y: mm(13), width: column, size: 12, lines: 3 });
  const aside = card.photo ? mm(14) : 0;
  const fact = { x: left + aside, width: column - aside, size: card.photo ? 5.5 : 6.5, lines: 1 };
  if (card.photo) {
    drawPhoto(page, card.photo, texts.photo, { x: left, y: mm(26.5), width: mm(12.5) });
  }
  if (card.birthYear !== null) {
    write("P", `${texts.born} ${card.birthYear}`, { ...fact, y: mm(30) });
  }
  for (const [index, line] of seasonOf(card, language).entries()) {
    write("P", line, { ...fact, y: mm(34 + index * 3) });
  }
  if (card.club) write("P", `${texts.club} ${card.club}`, { ...fact, y: mm(26) });
  write("P", card.number, { x: left, y: height - mm(9), width: column, size: 13, lines: 1 });
  page.figure(texts.code(card.number), () =>
    drawQrCode(page.doc, card.address, { x: width - side - mm(1), y: height - side - mm(3), side }),
  );
};

const drawLarge: Draw = (page, card, language) => {
  const texts = TEXTS[language];
  const [width] = SIZES.a6;
  const write = writer(page);
  const left = mm(8);
  const all = { x: left, width: width - 2 * left };
  const beside = card.photo ? { ...all, width: all.width - mm(28) } : all;
  const side = mm(56);
  drawFlag(page.doc, { y: 6, width, band: 3, rise: 6 });
  write("P", federationOf(language).name, { ...all, y: mm(7), size: 11, lines: 2 });
  write("H1", `${texts.card} · ${texts.player}`, { ...beside, y: mm(18), size: 10, lines: 1 });
  write("P", card.name, { ...beside, y: mm(25), size: 17, lines: 2 });
  if (card.club) {
    write("P", `${texts.club} ${card.club}`, { ...beside, y: mm(39.5), size: 10, lines: 1 });
  }
  if (card.birthYear !== null) {
    write("P", `${texts.born} ${card.birthYear}`, { ...beside, y: mm(44), size: 10, lines: 1 });
  }
  for (const [index, line] of seasonOf(card, language).entries()) {
    write("P", line, { ...beside, y: mm(48.5 + index * 4.5), size: 10, lines: 1 });
  }
  if (card.photo) {
    const place = { x: width - left - mm(24), y: mm(22), width: mm(24) };
    drawPhoto(page, card.photo, texts.photo, place);
  }
  page.figure(texts.code(card.number), () =>
    drawQrCode(page.doc, card.address, { x: (width - side) / 2, y: mm(58), side }),
  );
  write("P", card.number, { ...all, y: mm(115), size: 22, lines: 1, align: "center" });
  write("P", texts.check, { ...all, y: mm(127), size: 8, lines: 2 });
  write("P", `${texts.fold} ${federationOf(language).reach.join(" · ")}`, {
    ...all,
    y: mm(135),
    size: 8,
    lines: 2,
  });
};
