import { LINE } from "../files/children/wrap-words.ts";
import { drawFlag } from "../files/pdf-flag.server.ts";
import { type PdfPage, printPage, printPages } from "../files/pdf-page.server.ts";
import type { PdfTextOptions } from "../files/pdf-text.server.ts";
import { drawQrCode } from "../files/qr-code.server.ts";
import type { Language } from "../i18n/languages.ts";
import { federationOf } from "../mail/layout.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import type { ShownLicence } from "./licence-cards.system.server.ts";
import { seasonWords } from "./season.ts";

/** What stands on a printed card. */
export type PrintedCard = Pick<
  ShownLicence,
  "number" | "name" | "birthYear" | "from" | "until" | "club"
> & {
  address: string;
  /** A JPEG of the holder. */
  photo?: Buffer;
};

/** Whose card it is: the federation's crest as a PNG, on every card of a document. */
export type Crest = Buffer | undefined;

const TEXTS = {
  fr: {
    card: "Licence officielle",
    player: "Joueur",
    code: (number: string) => `Code QR de la licence ${number}`,
    born: "Année de naissance",
    photo: "Photo du titulaire",
    club: "Club",
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

/** A licence card in one of its sizes, black on white but for the flag and the crest. */
export function printCard(
  card: PrintedCard,
  format: CardFormat,
  language: Language,
  crest?: Crest,
): Promise<Buffer> {
  const title = `${TEXTS[language].card} ${card.number}`;
  const draw = format === "card" ? drawSmall : drawLarge;
  return printPage({ size: SIZES[format], title, language }, (page) =>
    draw(page, card, { language, crest: sharedCrest(crest) }),
  );
}

const A4 = { size: [mm(210), mm(297)] as [number, number], columns: 2, rows: 5 };
/** Cards on one sheet of paper. */
export const ON_A_SHEET = A4.columns * A4.rows;

/** Small cards on sheets to cut up, each sheet with as many as it holds. */
export function printSheets(
  sheets: AsyncIterable<readonly PrintedCard[]>,
  language: Language,
  crest?: Crest,
) {
  const all = { language, crest: sharedCrest(crest) };
  async function* pages() {
    for await (const cards of sheets) yield (page: PdfPage) => drawSheet(page, cards, all);
  }
  return printPages({ size: A4.size, title: TEXTS[language].card, language }, pages());
}

function drawSheet(page: PdfPage, cards: readonly PrintedCard[], all: OfAll): void {
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
    drawSmall(page, card, all);
    doc.restore();
  }
}

/** What all cards of a document share. */
type OfAll = { language: Language; crest: string | undefined };
type Draw = (page: PdfPage, card: PrintedCard, all: OfAll) => void;
type Writing = Pick<PdfTextOptions, "x" | "y" | "width" | "size" | "lines"> &
  Partial<PdfTextOptions>;

/** A picture that the library knows by its text stands once in a document, on however many cards. */
const sharedCrest = (crest: Crest) => crest && `data:image/png;base64,${crest.toString("base64")}`;

const writer =
  ({ write }: PdfPage) =>
  (type: string, text: string, options: Writing) =>
    write(type, text, { colour: INK, ...options });

/** What stands below the name. */
function factsOf(card: PrintedCard, language: Language): string[] {
  const texts = TEXTS[language];
  return [
    ...(card.club ? [`${texts.club} ${card.club}`] : []),
    ...(card.birthYear === null ? [] : [`${texts.born} ${card.birthYear}`]),
    seasonWords(language, card),
  ];
}

type Place = { x: number; y: number; width: number };

/** The photograph of the holder, as wide as its place says and a third higher. */
function drawPhoto(page: PdfPage, photo: Buffer, alt: string, { x, y, width }: Place): void {
  const height = (width * 4) / 3;
  page.figure(alt, () => page.doc.image(photo, x, y, { width, height }));
}

/** The crest and the federation's name beside it; the width is that of both. */
function drawHead(page: PdfPage, { language, crest }: OfAll, head: Place & { side: number }): void {
  const { x, y, width, side } = head;
  if (crest) {
    const alt = cachedSettings().site_logo.alt_text;
    page.figure(alt, () => page.doc.image(crest, x, y, { fit: [side, side] }));
  }
  const beside = crest ? side + mm(2) : 0;
  const size = side / 2.8;
  writer(page)("P", federationOf(language).name, {
    x: x + beside,
    y: y + (side - size * LINE) / 2,
    width: width - beside,
    size,
    lines: 1,
    bold: true,
  });
}

const drawSmall: Draw = (page, card, all) => {
  const { language } = all;
  const texts = TEXTS[language];
  const [width, height] = SIZES.card;
  const write = writer(page);
  const left = mm(4);
  const side = CODE + mm(6);
  const column = width - left - side - mm(1);
  drawHead(page, all, { x: left, y: mm(2.5), width: width - 2 * left, side: mm(8.5) });
  drawFlag(page.doc, { y: mm(13.2), width, band: 1.8, rise: 2.5 });
  const line = { x: left, width: column, lines: 1 };
  let y = write("H1", `${texts.card} · ${texts.player}`, { ...line, y: mm(16.5), size: 6.5 });
  const lines = card.photo ? 2 : 3;
  y = write("P", card.name, { ...line, y: y + 2, size: 13, lines, bold: true }) + 3;
  const aside = card.photo ? mm(14.5) : 0;
  const beside = { x: left + aside, width: column - aside };
  if (card.photo) drawPhoto(page, card.photo, texts.photo, { x: left, y: y + 2, width: mm(12.8) });
  y = write("P", card.number, { ...beside, y, size: 11, lines: 1, bold: true }) + 3;
  for (const fact of factsOf(card, language)) {
    y = write("P", fact, { ...beside, y, size: card.photo ? 5.8 : 7.5, lines: 2 }) + 1;
  }
  page.figure(texts.code(card.number), () =>
    drawQrCode(page.doc, card.address, { x: width - side - mm(1), y: height - side - mm(1), side }),
  );
};

/** As on a phone: the code and its number first, then below the flag whose it is. */
const drawLarge: Draw = (page, card, all) => {
  const { language } = all;
  const texts = TEXTS[language];
  const [width] = SIZES.a6;
  const write = writer(page);
  const left = mm(8);
  const whole = { x: left, width: width - 2 * left };
  const beside = card.photo ? { ...whole, width: whole.width - mm(27) } : whole;
  const side = mm(58);
  drawHead(page, all, { ...whole, y: mm(6), side: mm(11) });
  page.figure(texts.code(card.number), () =>
    drawQrCode(page.doc, card.address, { x: (width - side) / 2, y: mm(17), side }),
  );
  write("P", card.number, {
    ...whole,
    y: mm(72.5),
    size: 22,
    lines: 1,
    align: "center",
    bold: true,
  });
  drawFlag(page.doc, { y: mm(85), width, band: 3, rise: 6 });
  const line = { ...beside, lines: 2 };
  let y = write("H1", `${texts.card} · ${texts.player}`, { ...line, y: mm(90.5), size: 9 });
  y = write("P", card.name, { ...line, y: y + 2, size: 16, bold: true }) + 4;
  for (const fact of factsOf(card, language)) {
    y = write("P", fact, { ...line, y, size: card.photo ? 9 : 11 }) + 2;
  }
  if (card.photo) {
    const place = { x: width - left - mm(24), y: mm(91), width: mm(24) };
    drawPhoto(page, card.photo, texts.photo, place);
  }
  write("P", texts.check, { ...whole, y: mm(131.5), size: 8, lines: 2 });
  write("P", `${texts.fold} ${federationOf(language).reach.join(" · ")}`, {
    ...whole,
    y: mm(138.5),
    size: 8,
    lines: 2,
  });
};
