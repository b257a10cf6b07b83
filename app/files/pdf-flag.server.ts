const FLAG = ["#ce1126", "#fcd116", "#009460"] as const;

/** In points: where its first band begins at the left, how high each is, and how far they rise to the right. */
export type FlagPlace = { y: number; width: number; band: number; rise: number };

/** The three bands of the flag, slanted, across what is printed. */
export function drawFlag(doc: PDFKit.PDFDocument, { y: top, width, band, rise }: FlagPlace): void {
  for (const [index, colour] of FLAG.entries()) {
    const y = top + index * band;
    doc.polygon([0, y], [width, y - rise], [width, y - rise + band], [0, y + band]).fill(colour);
  }
}
