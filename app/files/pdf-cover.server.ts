import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { pdfjsFolder } from "./pdfjs.server.ts";

/**
 * How many pages a PDF has, and a PNG of the first one at this width. A document that asks for a
 * password, or is broken, tells nothing.
 */
export async function readPdf(
  path: string,
  width: number,
): Promise<{ pages: number | null; firstPage?: Buffer }> {
  // Heavy, and only needed by this job: loaded when the first document comes.
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    standardFontDataUrl: `${join(pdfjsFolder, "standard_fonts")}/`,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    const page = await document.getPage(1);
    const scale = width / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    await page.render({ canvas: canvas as never, viewport }).promise;
    return { pages: document.numPages, firstPage: canvas.toBuffer("image/png") };
  } catch {
    return { pages: null };
  } finally {
    await task.destroy();
  }
}
