import { create } from "qrcode";
import { currentTime } from "../../core/process/clock.ts";
import {
  loadPdfFonts,
  type PdfFonts,
  type PdfTextOptions,
  PdfTextWriter,
} from "../../files/pdf-text.server.ts";
import { formatWeekday } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { federationOf } from "../../mail/layout.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { formatEventDates, hasEntrance, type MailedEvent } from "../registrations.mail.ts";

/** What stands on the paper of a ticket. */
export type PrintedTicket = {
  reference: string;
  first_name: string;
  last_name: string;
  gamertag: string | null;
  price_name: string;
  price_name_en: string | null;
  /** It was paid as a test. */
  is_test: boolean;
  event: MailedEvent;
  /** The address of the ticket, which the QR code holds. */
  address: string;
  /** The federation's logo, as a square picture. */
  logo?: Buffer;
};

const TEXTS = {
  fr: {
    ticket: "Billet",
    test: "Essai : aucun argent réel, aucune place réelle.",
    code: (reference: string) => `Code QR du billet ${reference}`,
    date: "Date",
    where: "Lieu",
    holder: "Participant",
    package: "Formule",
    bring:
      "Ce billet se présente à l’entrée, sur un téléphone ou imprimé. Un document d’identité peut être demandé sur place.",
    online: "Cet événement a lieu en ligne : la référence prouve votre inscription.",
  },
  en: {
    ticket: "Ticket",
    test: "Test: no real money, no real place.",
    code: (reference: string) => `QR code of ticket ${reference}`,
    date: "Date",
    where: "Venue",
    holder: "Participant",
    package: "Package",
    bring:
      "Show this ticket at the entrance, on a phone or printed. An identity document may be asked for at the venue.",
    online: "This event takes place online: the reference proves your registration.",
  },
} satisfies Record<Language, object>;

// An A5 sheet, in points.
const LEFT = 40;
const WIDTH = 340;
const CODE = 214;
const LOGO = 38;
const COLUMN = 162;
const INK = "#0b1410";
const MUTED = "#55605a";
const RED = "#ce1126";

type Doc = PDFKit.PDFDocument;

/** The library and its fonts, read with the first ticket. */
let tools: ReturnType<typeof loadTools> | undefined;

async function loadTools() {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), loadPdfFonts()]);
  return { PDFDocument, fonts };
}

/** A ticket on one page, to be printed or shown without a connection. */
export async function printTicket(ticket: PrintedTicket, language: Language): Promise<Buffer> {
  // After a failed read, the next ticket tries again.
  tools ??= loadTools().catch((error: unknown) => {
    tools = undefined;
    throw error;
  });
  const { PDFDocument, fonts } = await tools;
  const now = currentTime();
  const doc = new PDFDocument({
    size: "A5",
    margin: 0,
    lang: language,
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    // The library takes a plain string for a name of the format.
    info: {
      Title: Object(`${TEXTS[language].ticket} ${ticket.reference}`),
      CreationDate: now,
      ModDate: now,
    },
  });
  const chunks: Buffer[] = [];
  const end = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  draw(doc, ticket, language, fonts);
  doc.end();
  return end;
}

function draw(doc: Doc, ticket: PrintedTicket, language: Language, fonts: PdfFonts): void {
  const texts = TEXTS[language];
  const { event, reference } = ticket;
  const { name, reach } = federationOf(language);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const writer = new PdfTextWriter(doc, fonts);
  const write = (type: string, text: string, options: Writing) =>
    root.add(
      doc.struct(type, {}, () =>
        writer.write(text, { x: LEFT, width: WIDTH, colour: INK, ...options }),
      ),
    );

  write("P", name, { y: 26, size: 11, lines: 2, width: WIDTH - LOGO - 12 });
  if (ticket.logo) root.add(drawLogo(doc, ticket.logo));
  root.add(doc.struct("Figure", { alt: texts.code(reference) }, () => drawCode(doc, ticket)));
  write("P", reference, { y: 272, size: 22, lines: 1, align: "center" });
  if (ticket.is_test) {
    write("P", texts.test, { y: 303, size: 11, lines: 1, align: "center", colour: RED });
  }
  drawFlag(doc);

  const column = { width: COLUMN, colour: MUTED, size: 9, lines: 1 };
  const holder = [ticket.first_name, ticket.last_name, ticket.gamertag ?? ""].join(" ");
  write("P", texts.holder, { y: 352, size: 9, lines: 1, colour: MUTED });
  write("P", holder, { y: 363, size: 19, lines: 2 });
  write("H1", localized(event, "title", language).text, { y: 414, size: 14, lines: 2 });
  const weekday = event.end_date ? "" : `${formatWeekday(language, event.date)} `;
  const facts = [
    [texts.date, weekday + formatEventDates(language, event), 2],
    [texts.where, localized(event, "location", language).text, 2],
    [texts.package, localized(ticket, "price_name", language).text, 1],
  ] as const;
  for (const [index, [label, value, lines]] of facts.entries()) {
    const x = LEFT + (index % 2) * (WIDTH - COLUMN);
    const y = 456 + Math.floor(index / 2) * 46;
    write("P", label, { x, y, ...column });
    write("P", value, { x, y: y + 11, size: 12, lines, width: COLUMN });
  }
  write("P", hasEntrance(event) ? texts.bring : texts.online, { y: 535, size: 10, lines: 2 });
  write("P", reach.join(" · "), { y: 566, size: 10, lines: 1, colour: MUTED });
  root.end();
}

type Writing = Pick<PdfTextOptions, "y" | "size" | "lines"> & Partial<PdfTextOptions>;

function drawLogo(doc: Doc, logo: Buffer) {
  const alt = cachedSettings().site_logo.alt_text;
  const size = { width: LOGO, height: LOGO };
  return doc.struct("Figure", { alt }, () => doc.image(logo, LEFT + WIDTH - LOGO, 20, size));
}

/** The three bands of the flag, slanted, between the code and the person. */
function drawFlag(doc: Doc): void {
  const { width } = doc.page;
  for (const [index, colour] of ["#ce1126", "#fcd116", "#009460"].entries()) {
    const y = 331 + index * 5;
    doc.polygon([0, y], [width, y - 12], [width, y - 7], [0, y + 5]).fill(colour);
  }
}

function drawCode(doc: Doc, { address }: PrintedTicket): void {
  const { size, path } = qrCode(address);
  doc.save();
  doc.translate(LEFT + (WIDTH - CODE) / 2, 58).scale(CODE / size);
  doc.path(path).fill("#000000");
  doc.restore();
}

/** Blank modules around the code, which readers need. */
const MARGIN = 4;

/** A QR code as the path of an SVG picture of `size` × `size` units. */
export type QrCode = { size: number; path: string };

/** The QR code of a text: each run of dark modules is one stroke. */
export function qrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  let path = "";
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue;
      let length = 1;
      while (column + length < modules.size && modules.get(row, column + length)) length++;
      path += `M${column + MARGIN} ${row + MARGIN}h${length}v1h-${length}z`;
      column += length;
    }
  }
  return { size: modules.size + 2 * MARGIN, path };
}
