import PDFDocument from "pdfkit";
import type { Book } from "./blocks.ts";
import { balance, draw, type Line, wrap, write } from "./text.ts";
import { bands, colour, federation, frame, page, type Style } from "./theme.ts";

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;
type Tag = PDFKit.Mixins.StructureElementOptions & { scope?: string; bbox?: number[] };

export type Heading = { text: string; level: 1 | 2; page: number; anchor: string };
/** What a first pass teaches the second: where headings fall and how many pages there are. */
export type Plan = { headings: Heading[]; pages: number };

/** The library writes a plain string as a PDF name; only a String object becomes a PDF string. */
export const pdfString = (text: string): string => Object(text);

const bottom = page.height - page.bottom;

/** Keeps the state of one PDF being written: current page, height left, structure tree. */
export class Writer {
  readonly doc: Doc;
  readonly book: Book;
  readonly plan: Plan;
  readonly headings: Heading[] = [];
  readonly root: Element;
  pages = 0;
  y = page.top;
  #section: PDFKit.PDFOutline | null = null;

  constructor(book: Book, plan: Plan) {
    this.book = book;
    this.plan = plan;
    const date = new Date(`${book.date}T09:00:00Z`);
    this.doc = new PDFDocument({
      size: "A4",
      margin: 0,
      autoFirstPage: false,
      pdfVersion: "1.7",
      tagged: true,
      lang: "fr-GN",
      displayTitle: true,
      ...(book.passwords && {
        userPassword: book.passwords.user,
        ownerPassword: book.passwords.owner,
        permissions: { printing: "highResolution", contentAccessibility: true },
      }),
      info: {
        Title: book.title,
        Author: federation,
        Subject: book.subject,
        Keywords: book.keywords,
        Creator: federation,
        CreationDate: date,
        ModDate: date,
      },
    });
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  /** Draws something that carries meaning, under a tag that assistive software can read. */
  tag(type: string, paint: () => void, options: Tag = {}, parent: Element = this.root): void {
    parent.add(this.doc.struct(type, options, paint));
  }

  /** Opens an element that receives children one by one, for instance a table across pages. */
  open(type: string, options: Tag = {}, parent: Element = this.root): Element {
    const element = this.doc.struct(type, options);
    parent.add(element);
    return element;
  }

  /** Draws decoration, which a screen reader must skip. */
  decorate(paint: () => void, type: "Pagination" | "Layout" = "Layout"): void {
    this.doc.markContent("Artifact", { type });
    paint();
    this.doc.endMarkedContent();
  }

  addPage(): void {
    this.doc.addPage();
    this.pages += 1;
    this.y = page.top;
  }

  /** A content page, with its running head and foot. */
  newPage(): void {
    this.addPage();
    this.decorate(() => {
      const small: Style = { size: 8, leading: 10, colour: colour.grey };
      slant(this.doc, page.left, 38, 9, 12, 5);
      write(this.doc, federation, small, { x: page.left + 40, y: 39 });
      write(this.doc, this.book.reference, small, {
        x: page.left,
        y: 39,
        width: frame,
        align: "right",
      });
      this.foot();
    }, "Pagination");
  }

  foot(): void {
    const y = page.height - 42;
    const small: Style = { size: 8, leading: 10, colour: colour.grey };
    this.doc.rect(page.left, y - 10, frame, 0.7).fill(colour.line);
    const text = `FGE · ${this.book.title} · page ${this.pages} sur ${this.plan.pages}`;
    write(this.doc, text, small, { x: page.left, y });
  }

  get left(): number {
    return bottom - this.y;
  }

  /** Starts a new page when what comes next, kept in one piece, would not fit. */
  need(height: number): void {
    if (this.pages === 0 || height > this.left) this.newPage();
  }

  gap(height: number): void {
    // Space above a block is lost at the top of a page, where it would only look like a mistake.
    if (this.y > page.top) this.y += height;
  }

  /** Text in the frame, as one tagged element, never cut by a page end. */
  text(source: string, style: Style, type = "P", indent = 0): void {
    const width = frame - indent;
    const breakUp = type === "P" ? comfortable : balance;
    const lines = breakUp(this.doc, source, width, style);
    this.need(lines.length * style.leading);
    const y = this.y;
    this.tag(type, () => draw(this.doc, lines, style, { x: page.left + indent, y }));
    this.y += lines.length * style.leading;
  }

  /** Registers a heading in the bookmarks, as a link target, and for the table of contents. */
  mark(text: string, level: 1 | 2): void {
    const anchor = `t${String(this.headings.length + 1).padStart(3, "0")}`;
    this.headings.push({ text, level, page: this.pages, anchor });
    const top = Math.max(0, this.y - 12);
    this.doc.addNamedDestination(anchor, "XYZ", 0, top, null);
    // The library counts `left` from the right edge: the page's width means its left side.
    const target = { fit: false, top, left: page.width, zoom: 0, expanded: level === 1 };
    if (level === 1) this.#section = this.doc.outline.addItem(text, target);
    else (this.#section ?? this.doc.outline).addItem(text, target);
  }

  finish(): Uint8Array {
    this.root.end();
    this.doc.end();
    const chunks: Uint8Array[] = [];
    for (let chunk = this.doc.read(); chunk !== null; chunk = this.doc.read()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

/** Avoids a last line of one short word by taking a slightly narrower measure. */
function comfortable(doc: Doc, source: string, width: number, style: Style): Line[] {
  const full = wrap(doc, source, width, style);
  const isLone = (lines: Line[]) =>
    lines.length > 1 && (lines.at(-1) ?? []).reduce((sum, run) => sum + run.text.length, 0) < 8;
  for (let measure = width - 6; isLone(full) && measure > width - 36; measure -= 6) {
    const narrower = wrap(doc, source, measure, style);
    if (narrower.length === full.length && !isLone(narrower)) return narrower;
  }
  return full;
}

/** The federation's motif: the three bands of the flag, leaning. */
export function slant(
  doc: Doc,
  x: number,
  y: number,
  width: number,
  height: number,
  lean: number,
): void {
  bands.forEach((band, i) => {
    const at = x + i * width;
    doc
      .polygon([at + lean, y], [at + width + lean, y], [at + width, y + height], [at, y + height])
      .fill(band);
  });
}
