import { emblem } from "./emblem.ts";
import { draw, wrap, write } from "./text.ts";
import { colour, frame, page, type Style, styles } from "./theme.ts";
import { slant, type Writer } from "./writer.ts";

/** A bar chart drawn with rectangles, described in words for those who cannot see it. */
export function chart(
  writer: Writer,
  title: string,
  note: string,
  bars: { label: string; value: number }[],
): void {
  const { doc } = writer;
  const height = 170;
  writer.gap(8);
  writer.need(height + 78);
  const captionY = writer.y;
  writer.tag("P", () =>
    write(doc, title, styles.caption, { x: page.left, y: captionY, width: frame }),
  );
  const top = writer.y + 30;
  const base = top + height;
  const most = Math.max(...bars.map((bar) => bar.value));
  const step = most > 120 ? 50 : most > 40 ? 20 : 5;
  const ceiling = Math.ceil(most / step) * step;
  const axis = 30;
  const slot = (frame - axis) / bars.length;
  const small: Style = { size: 8.5, leading: 11, colour: colour.grey };
  const strong: Style = { size: 10, leading: 13, colour: colour.ink, bold: true };
  const alt = `${title} : ${bars.map((bar) => `${bar.label}, ${bar.value}`).join(" ; ")}.`;

  writer.tag(
    "Figure",
    () => {
      for (let mark = 0; mark <= ceiling; mark += step) {
        const y = base - (mark / ceiling) * height;
        doc.rect(page.left + axis, y, frame - axis, mark === 0 ? 1 : 0.5).fill(colour.line);
        write(doc, String(mark), small, {
          x: page.left,
          y: y - 6,
          width: axis - 8,
          align: "right",
        });
      }
      bars.forEach((bar, i) => {
        const x = page.left + axis + i * slot + slot * 0.24;
        const width = slot * 0.52;
        const tall = (bar.value / ceiling) * height;
        const isLast = i === bars.length - 1;
        doc.rect(x, base - tall, width, tall).fill(isLast ? colour.green : "#9CCFB8");
        if (isLast) doc.rect(x, base - tall, width, 4).fill(colour.yellow);
        write(doc, String(bar.value), strong, { x, y: base - tall - 16, width, align: "center" });
        write(doc, bar.label, small, { x, y: base + 6, width, align: "center" });
      });
    },
    { alt, bbox: [page.left, top - 16, page.left + frame, base + 20] },
  );
  writer.y = base + 26;
  writer.text(note, styles.small);
  writer.y += 10;
}

/** Tiles with the few figures a reader should keep. */
export function figures(writer: Writer, items: { value: string; label: string }[]): void {
  const { doc } = writer;
  const gap = 10;
  const perRow = items.length > 4 ? 3 : items.length;
  const width = (frame - gap * (perRow - 1)) / perRow;
  const height = 78;
  const big: Style = { size: 22, leading: 26, colour: colour.white, bold: true, tracking: -0.4 };
  const small: Style = { size: 8.8, leading: 11.5, colour: colour.mist };
  for (let start = 0; start < items.length; start += perRow) {
    writer.need(height + gap);
    const y = writer.y;
    items.slice(start, start + perRow).forEach((item, i) => {
      const x = page.left + i * (width + gap);
      writer.decorate(() => {
        doc.roundedRect(x, y, width, height, 6).fill(colour.night);
        slant(doc, x + width - 37, y + 11, 7, 7, 3);
      });
      writer.tag("P", () => {
        write(doc, item.value, big, { x: x + 12, y: y + 16 });
        write(doc, item.label, small, { x: x + 12, y: y + 44, width: width - 20 });
      });
    });
    writer.y += height + gap;
  }
  writer.y += 6;
}

/** The colours of the brand with their values and their use. */
export function swatches(
  writer: Writer,
  items: { name: string; hex: string; use: string }[],
): void {
  const { doc } = writer;
  const strong: Style = { size: 10, leading: 14, colour: colour.ink, bold: true };
  for (const item of items) {
    const lines = wrap(doc, item.use, frame - 200, styles.cell);
    const height = Math.max(34, lines.length * styles.cell.leading + 8);
    writer.need(height + 8);
    const y = writer.y;
    writer.decorate(() => {
      doc.roundedRect(page.left, y, 56, 34, 5).fillAndStroke(item.hex, colour.line);
    });
    writer.tag("P", () => {
      write(doc, item.name, strong, { x: page.left + 70, y: y + 2 });
      write(doc, item.hex, styles.cell, { x: page.left + 70, y: y + 17 });
      draw(doc, lines, styles.cell, { x: page.left + 180, y: y + 3 });
    });
    writer.y += height + 8;
  }
}

/** The mark on its two authorised backgrounds. */
export function logos(writer: Writer): void {
  const { doc } = writer;
  const width = (frame - 14) / 2;
  const height = 104;
  writer.need(height + 40);
  const top = writer.y;
  const grounds = [
    { fill: colour.white, text: colour.ink, label: "Version sur fond clair" },
    { fill: colour.ink, text: colour.white, label: "Version sur fond sombre" },
  ];
  grounds.forEach((ground, i) => {
    const x = page.left + i * (width + 14);
    const alt = `Logo de la fédération, ${ground.label.toLowerCase()}`;
    const bbox = [x, top, x + width, top + height];
    writer.tag(
      "Figure",
      () => {
        doc.roundedRect(x, top, width, height, 6).fillAndStroke(ground.fill, colour.line);
        emblem(doc, x + 26, top + 16, 72);
        const letters: Style = { size: 40, leading: 44, colour: ground.text, bold: true };
        write(doc, "FGE", letters, { x: x + 118, y: top + 30 });
      },
      { alt, bbox },
    );
    writer.tag("P", () => write(doc, ground.label, styles.small, { x, y: top + height + 6 }));
  });
  writer.y += height + 34;
}
