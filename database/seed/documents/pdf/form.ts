import type { Field } from "./blocks.ts";
import { write } from "./text.ts";
import { colour, frame, page, regular, type Style, styles } from "./theme.ts";
import { pdfString, type Writer } from "./writer.ts";

/** What the PDF library keeps about the form, which its types do not declare. */
type FormDoc = PDFKit.PDFDocument & {
  _acroform: { fonts: Record<string, PDFKit.PDFKitReference> };
  _addToParent(field: PDFKit.PDFKitReference): void;
  page: { annotations: PDFKit.PDFKitReference[] };
};

const label: Style = { size: 8.8, leading: 12, colour: colour.grey };

/**
 * Adds one input that can be filled in on screen.
 *
 * Built by hand because the library's own helper has no place for the accessible name (`TU`),
 * and without it a screen reader would only say « champ ».
 */
function widget(
  writer: Writer,
  name: string,
  title: string,
  box: { x: number; y: number; width: number; height: number },
  entries: Record<string, unknown>,
): void {
  const doc = writer.doc as FormDoc;
  const element = writer.open("Form", { alt: title });
  const options: PDFKit.Mixins.AnnotationOption & Record<string, unknown> = {
    Subtype: "Widget",
    F: 4,
    T: pdfString(name),
    TU: pdfString(title),
    structParent: element,
    ...entries,
  };
  doc.annotate(box.x, box.y, box.width, box.height, options);
  const field = doc.page.annotations.at(-1);
  if (field) doc._addToParent(field);
  element.end();
}

/** Draws what a check box looks like, ticked or not: viewers do not invent it. */
function checkLook(writer: Writer, size: number, ticked: boolean): PDFKit.PDFKitReference {
  const look = writer.doc.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, size, size],
    Resources: {},
  });
  const tick = `0 0.45 0.29 RG 1.8 w 1 J ${size * 0.22} ${size * 0.5} m ${size * 0.43} ${
    size * 0.28
  } l ${size * 0.8} ${size * 0.76} l S`;
  look.write(ticked ? tick : "n");
  look.end(undefined);
  return look;
}

function checkBox(writer: Writer, field: Field, x: number, width: number): void {
  const { doc } = writer;
  const y = writer.y;
  const size = 11;
  writer.decorate(() =>
    doc
      .lineWidth(0.9)
      .rect(x, y + 1, size, size)
      .stroke(colour.grey),
  );
  writer.tag("P", () => {
    write(doc, field.label, styles.cell, { x: x + 18, y, width: width - 22 });
  });
  const box = { x, y: y + 1, width: size, height: size };
  const N = { Oui: checkLook(writer, size, true), Off: checkLook(writer, size, false) };
  widget(writer, field.name, field.label, box, {
    FT: "Btn",
    AP: { N },
    AS: "Off",
    V: "Off",
    MK: { CA: pdfString("4") },
    DA: pdfString("/ZaDb 0 Tf 0 0.45 0.29 rg"),
  });
}

function input(writer: Writer, field: Field, x: number, width: number, height: number): void {
  const { doc } = writer;
  const y = writer.y;
  writer.tag("P", () => write(doc, field.label, label, { x, y }));
  writer.decorate(() => {
    doc
      .lineWidth(0.8)
      .roundedRect(x, y + 14, width, height, 3)
      .fillAndStroke(colour.paper, "#8A938E");
  });
  const box = { x: x + 2, y: y + 15, width: width - 4, height: height - 2 };
  const DA = pdfString("/F1 10 Tf 0.04 0.08 0.06 rg");
  // Bit 13 of the flags: several lines; bit 18: a list that opens.
  const entries =
    field.type === "choice"
      ? { FT: "Ch", Ff: 1 << 17, Opt: (field.choices ?? []).map(pdfString), DA }
      : { FT: "Tx", DA, ...(field.type === "multiline" && { Ff: 1 << 12 }) };
  widget(writer, field.name, field.label, box, entries);
}

const gutter = 12;

/** Declares the form of the document; the font chosen here is the one the inputs use. */
export function startForm(writer: Writer): void {
  writer.doc.font(regular);
  writer.doc.initForm();
  // Some readers redraw the check boxes themselves, with the tick of this font, known to all.
  const ticks = writer.doc.ref({ Type: "Font", Subtype: "Type1", BaseFont: "ZapfDingbats" });
  ticks.end(undefined);
  (writer.doc as FormDoc)._acroform.fonts.ZaDb = ticks;
}

export function fields(writer: Writer, rows: Field[][]): void {
  rows.forEach((row, i) => {
    const isChecks = row.every((field) => field.type === "check");
    const tall = row.some((field) => field.type === "multiline");
    const height = tall ? 48 : 22;
    const full = isChecks ? 18 : height + 21;
    // A little air where the boxes to tick end and the inputs begin.
    if (!isChecks && rows[i - 1]?.every((field) => field.type === "check")) writer.y += 7;
    writer.need(full);
    const shares = row.reduce((sum, field) => sum + (field.share ?? 1), 0);
    let x = page.left;
    for (const field of row) {
      const width = ((frame - gutter * (row.length - 1)) * (field.share ?? 1)) / shares;
      if (isChecks) checkBox(writer, field, x, width);
      else input(writer, field, x, width, height);
      x += width + gutter;
    }
    writer.y += full;
  });
  writer.y += 6;
}

/** Two boxes side by side: one to sign (also electronically), one kept for the federation. */
export function signBox(
  writer: Writer,
  block: { name: string; label: string; hint: string; second: string; secondHint: string },
): void {
  const { doc } = writer;
  const width = (frame - gutter) / 2;
  const height = 86;
  writer.gap(6);
  writer.need(height + 8);
  const y = writer.y;
  const sides = [
    { title: block.label, hint: block.hint },
    { title: block.second, hint: block.secondHint },
  ];
  sides.forEach((side, i) => {
    const x = page.left + i * (width + gutter);
    writer.decorate(() => {
      doc.lineWidth(0.9).roundedRect(x, y, width, height, 4);
      if (i === 0) doc.stroke("#8A938E");
      else doc.fillAndStroke(colour.paper, "#8A938E");
    });
    writer.tag("P", () => {
      write(doc, side.title, styles.caption, { x: x + 10, y: y + 8, width: width - 20 });
      write(doc, side.hint, styles.small, { x: x + 10, y: y + 24, width: width - 20 });
    });
  });
  const box = { x: page.left + 10, y: y + 44, width: width - 20, height: height - 52 };
  widget(writer, block.name, block.label, box, { FT: "Sig" });
  writer.y += height + 12;
}
