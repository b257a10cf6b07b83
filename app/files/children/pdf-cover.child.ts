import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { COVER_CARD_WIDTH, COVER_WIDTH, MAX_PIXELS } from "../files.ts";
import type { MadeOf } from "./media.ts";
import { pdfjsFolder } from "./pdfjs.server.ts";

const COVER = { quality: 70 };
/** A page that is longer shows its beginning. */
const MAX_HEIGHT = 4 * COVER_WIDTH;

/** Counts the pages of a PDF and makes pictures of the first one beside it. */
export async function makeCover(path: string): Promise<MadeOf["pdf"]> {
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
