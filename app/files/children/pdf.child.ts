import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { COVER_CARD_WIDTH, COVER_WIDTH, MAX_PIXELS } from "../files.ts";
import { type MediaResults, PDF_TEXT } from "./media.ts";
import { pdfjsFolder } from "./pdfjs.server.ts";

const COVER = { quality: 70 };
/** A page that is longer shows its beginning. */
const MAX_HEIGHT = 4 * COVER_WIDTH;

/** Counts the pages of a PDF and makes pictures of the first one beside it. */
export async function makeCover(path: string): Promise<MediaResults["pdf"]> {
  const { pages, firstPage } = await readPdf(path);
  if (!firstPage) return { pages, cover: false };
  await sharp(firstPage).webp(COVER).toFile(`${path}-cover.webp`);
  const card = sharp(firstPage).resize({ width: COVER_CARD_WIDTH }).webp(COVER);
  await card.toFile(`${path}-cover-${COVER_CARD_WIDTH}.webp`);
  return { pages, cover: true };
}

/** A document that asks for a password, or is broken, tells nothing. */
async function readPdf(path: string): Promise<{ pages: number | null; firstPage?: Buffer }> {
  // Heavy, and of no use to pictures: loaded when the first document comes.
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    standardFontDataUrl: `${join(pdfjsFolder, "standard_fonts")}/`,
    maxImageSize: MAX_PIXELS,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    const page = await document.getPage(1);
    const scale = COVER_WIDTH / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const height = Math.min(Math.round(viewport.height), MAX_HEIGHT);
    const canvas = createCanvas(Math.round(viewport.width), height);
    await page.render({ canvas: canvas as never, viewport }).promise;
    return { pages: document.numPages, firstPage: canvas.toBuffer("image/png") };
  } catch {
    return { pages: null };
  } finally {
    await task.destroy();
  }
}

/**
 * The text of each page of a PDF, as far as it was read in time: a document may have a million pages, or one
 * that never ends. One that asks for a password, or is broken, says nothing.
 */
export async function readText(path: string): Promise<string[]> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    standardFontDataUrl: `${join(pdfjsFolder, "standard_fonts")}/`,
    cMapUrl: `${join(pdfjsFolder, "cmaps")}/`,
    cMapPacked: true,
    maxImageSize: MAX_PIXELS,
    verbosity: 0,
  });
  const pages: string[] = [];
  const began = performance.now();
  let left: number = PDF_TEXT.letters;
  try {
    const document = await task.promise;
    const count = Math.min(document.numPages, PDF_TEXT.pages);
    for (let number = 1; number <= count && left > 0; number++) {
      if (performance.now() - began > PDF_TEXT.withinMs) break;
      const text = await readPageText(
        await document.getPage(number),
        Math.min(left, PDF_TEXT.pageLetters),
      );
      left -= text.length;
      pages.push(text);
    }
  } catch {
    // What was read until then stays.
  } finally {
    await task.destroy();
  }
  return pages;
}

type PdfPage = { streamTextContent(): ReadableStream; cleanup(): unknown };

/** A stream, so that a page of a gigabyte is left where enough of it was read. */
async function readPageText(page: PdfPage, letters: number): Promise<string> {
  let text = "";
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const { str = "", hasEOL } of value.items) text += str + (hasEOL ? "\n" : "");
    if (text.length >= letters) {
      await reader.cancel(new Error("enough"));
      break;
    }
  }
  page.cleanup();
  return tidied(text).slice(0, letters);
}

/** Words that a line break cut in two are whole again; what no text may hold is left out. */
const tidied = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, "$1")
    .replaceAll("\u00ad", "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the database refuses the first of them
    .replaceAll(/[\u0000-\u0020\u007f]+/g, " ")
    .trim();
