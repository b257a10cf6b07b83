import { drawFlag } from "../../files/pdf-flag.server.ts";
import { type PdfPage, printPage } from "../../files/pdf-page.server.ts";
import type { PdfTextOptions } from "../../files/pdf-text.server.ts";
import { drawQrCode } from "../../files/qr-code.server.ts";
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
    test: "Billet d’essai, sans valeur.",
    code: (reference: string) => `Code QR du billet ${reference}`,
    date: "Date",
    where: "Lieu",
    holder: "Participant",
    package: "Formule",
    bring:
      "Présentez ce billet à l’entrée, sur un téléphone ou imprimé. Un document d’identité peut être demandé sur place.",
    online: "Cet événement a lieu en ligne : la référence prouve votre inscription.",
  },
  en: {
    ticket: "Ticket",
    test: "Test ticket, not valid for entry.",
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
const CODE = 200;
const LOGO = 38;
const COLUMN = 162;
const INK = "#0b1410";
const MUTED = "#55605a";
const RED = "#ce1126";

/** A ticket on one page, to be printed or shown without a connection. */
export function printTicket(ticket: PrintedTicket, language: Language): Promise<Buffer> {
  const title = `${TEXTS[language].ticket} ${ticket.reference}`;
  return printPage({ size: "A5", title, language }, (page) => draw(page, ticket, language));
}

function draw({ doc, ...page }: PdfPage, ticket: PrintedTicket, language: Language): void {
  const texts = TEXTS[language];
  const { event, reference } = ticket;
  const { name, reach } = federationOf(language);
  const write = (type: string, text: string, options: Writing) =>
    page.write(type, text, { x: LEFT, width: WIDTH, colour: INK, ...options });

  const beside = ticket.logo ? LOGO + 8 : 0;
  if (ticket.logo) drawLogo({ doc, ...page }, ticket.logo);
  write("P", name, {
    x: LEFT + beside,
    width: WIDTH - beside,
    y: 29,
    size: 14,
    lines: 1,
    bold: true,
  });
  page.figure(texts.code(reference), () =>
    drawQrCode(doc, ticket.address, { x: LEFT + (WIDTH - CODE) / 2, y: 60, side: CODE }),
  );
  write("P", reference, { y: 260, size: 22, lines: 1, align: "center", bold: true });
  if (ticket.is_test) {
    write("P", texts.test, { y: 290, size: 11, lines: 1, align: "center", colour: RED });
  }
  // Between the code and the person.
  drawFlag(doc, { y: 318, width: doc.page.width, band: 5, rise: 12 });

  const column = { width: COLUMN, colour: MUTED, size: 10, lines: 1 };
  const holder = `${ticket.first_name} ${ticket.last_name}`;
  let y = write("P", texts.holder, { y: 352, size: 10, lines: 1, colour: MUTED });
  y = write("P", holder, { y, size: 18, lines: 2, bold: true }) + 4;
  y = write("H1", localized(event, "title", language).text, { y, size: 17, lines: 2, bold: true });
  const top = y + 14;
  // A name written from right to left would turn a gamertag on its line around.
  const facts: [string, string, number][] = [
    [texts.date, formatEventDates(language, event), 2],
    [texts.where, localized(event, "location", language).text, 2],
    [texts.package, localized(ticket, "price_name", language).text, 1],
    ...(ticket.gamertag
      ? [["Gamertag", ticket.gamertag, 1] satisfies [string, string, number]]
      : []),
  ];
  for (const [index, [label, value, lines]] of facts.entries()) {
    const x = LEFT + (index % 2) * (WIDTH - COLUMN);
    const below = write("P", label, { x, y: top + Math.floor(index / 2) * 46, ...column });
    write("P", value, { x, y: below, size: 12, lines, width: COLUMN, bold: true });
  }
  write("P", hasEntrance(event) ? texts.bring : texts.online, { y: 541, size: 10, lines: 2 });
  write("P", reach.join(" · "), { y: 570, size: 10, lines: 1, colour: MUTED });
}

type Writing = Pick<PdfTextOptions, "y" | "size" | "lines"> & Partial<PdfTextOptions>;

function drawLogo({ doc, figure }: PdfPage, logo: Buffer): void {
  const alt = cachedSettings().site_logo.alt_text;
  const size = { width: LOGO, height: LOGO };
  figure(alt, () => doc.image(logo, LEFT, 19, size));
}
