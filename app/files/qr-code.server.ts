import { create } from "qrcode";

/** Blank modules around the code, which readers need. */
const MARGIN = 4;

/** A QR code as the path of an SVG picture of `size` × `size` units. */
export type QrCode = { size: number; path: string };

/** The QR code of a text: each run of dark modules is one stroke. */
export function qrCode(text: string): QrCode {
  const { size, runs } = findRuns(text);
  const strokes = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`);
  return { size, path: strokes.join("") };
}

/** Draws a QR code into a PDF, `side` points wide with its margin. */
export function drawQrCode(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const { size, runs } = findRuns(text);
  doc.save();
  doc
    .translate(x, y)
    .scale(side / size)
    .fillColor("#000000");
  // At once: as a path the library would keep some hundreds of pieces for each code.
  doc.addContent(`${runs.map((run) => `${run.x} ${run.y} ${run.length} 1 re`).join("\n")}\nf`);
  doc.restore();
}

/** The dark modules of a code, as many in a row as follow each other, and how wide it is with its margin. */
function findRuns(text: string) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const runs: { x: number; y: number; length: number }[] = [];
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue;
      let length = 1;
      while (column + length < modules.size && modules.get(row, column + length)) length++;
      runs.push({ x: column + MARGIN, y: row + MARGIN, length });
      column += length;
    }
  }
  return { size: modules.size + 2 * MARGIN, runs };
}
