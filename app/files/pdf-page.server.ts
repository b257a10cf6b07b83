import { setImmediate } from "node:timers/promises";
import { currentTime } from "../core/process/clock.ts";
import type { Language } from "../i18n/languages.ts";
import { loadPdfFonts, type PdfTextOptions, PdfTextWriter } from "./pdf-text.server.ts";

/** One page that is drawn: everything on it is tagged, so that it can be read aloud. */
export type PdfPage = {
  doc: PDFKit.PDFDocument;
  /** Gives where the text ends. */
  write: (type: string, text: string, options: PdfTextOptions) => number;
  figure: (alt: string, draw: () => void) => void;
};

type Paper = { size: string | [width: number, height: number]; title: string; language: Language };

/** The library and its fonts, read with the first page. */
let tools: ReturnType<typeof loadTools> | undefined;

async function loadTools() {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), loadPdfFonts()]);
  return { PDFDocument, fonts };
}

/** A PDF of one page. */
export async function printPage(paper: Paper, draw: (page: PdfPage) => void): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of printPages(paper, [draw])) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A PDF that is sent while it is drawn: of so many pages no more than one is in memory. */
export async function* printPages(
  { size, title, language }: Paper,
  pages: Iterable<Draw> | AsyncIterable<Draw>,
): AsyncGenerator<Buffer> {
  // After a failed read, the next page tries again.
  tools ??= loadTools().catch((error: unknown) => {
    tools = undefined;
    throw error;
  });
  const { PDFDocument, fonts } = await tools;
  const now = currentTime();
  const doc = new PDFDocument({
    size,
    margin: 0,
    lang: language,
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    autoFirstPage: false,
    // The library takes a plain string for a name of the format.
    info: { Title: Object(title), CreationDate: now, ModDate: now },
  });
  let drawn: Buffer[] = [];
  doc.on("data", (piece: Buffer) => drawn.push(piece));
  const end = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const writer = new PdfTextWriter(doc, fonts);
  for await (const draw of pages) {
    doc.addPage();
    // The tags of a page are written with it: those of one part that never ends stay in memory.
    const part = doc.struct("Part");
    root.add(part);
    draw({
      doc,
      write: (type, text, options) => {
        let end = options.y;
        const written = () => {
          end = writer.write(text, options);
        };
        part.add(doc.struct(type, {}, written));
        return end;
      },
      figure: (alt, drawFigure) => {
        part.add(doc.struct("Figure", { alt }, drawFigure));
      },
    });
    part.end();
    // The library hands over what it wrote once nothing else waits, and others are answered in between.
    await setImmediate();
    yield* drawn;
    drawn = [];
  }
  root.end();
  doc.end();
  await end;
  yield* drawn;
}

type Draw = (page: PdfPage) => void;
