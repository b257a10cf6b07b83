import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const description = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");

/** Where pdf.js is installed. */
export const pdfjsFolder = dirname(description);

/**
 * What only some documents need: character maps, colour profiles, fonts, decoders, marks. The viewer
 * asks for them under the version that it runs, so that they may be kept for ever.
 */
export function pdfjsExtras(): { address: string; folder: string }[] {
  const { version } = JSON.parse(readFileSync(description, "utf8"));
  return ["cmaps", "iccs", "standard_fonts", "wasm", "legacy/web/images"].map((folder) => ({
    address: `/pdfjs/${version}/${basename(folder)}/`,
    folder: join(pdfjsFolder, folder),
  }));
}
