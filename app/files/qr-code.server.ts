import { create } from "qrcode";

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

/** Draws a QR code into a PDF, `side` points wide with its margin. */
export function drawQrCode(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const { size, path } = qrCode(text);
  doc.save();
  doc.translate(x, y).scale(side / size);
  doc.path(path).fill("#000000");
  doc.restore();
}
