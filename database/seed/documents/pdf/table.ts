import { BOX, type Column } from "./blocks.ts";
import { draw, type Line, wrap } from "./text.ts";
import { colour, frame, page, styles } from "./theme.ts";
import type { Writer } from "./writer.ts";

const padX = 7;
const padY = 5;

type Table = { caption: string; columns: Column[]; rows: string[][] };
type Cell = { lines: Line[]; box: boolean; x: number; width: number; align?: "right" | "center" };

/** A table whose rows are never cut, and whose head is repeated on each page. */
export function table(writer: Writer, { caption, columns, rows }: Table): void {
  const { doc } = writer;
  const shares = columns.reduce((sum, column) => sum + column.share, 0);

  const layOut = (texts: string[], style: typeof styles.cell): Cell[] => {
    let x = page.left;
    return columns.map((column, i) => {
      const width = (frame * column.share) / shares;
      const text = texts[i] ?? "";
      const cell: Cell = {
        lines: text === BOX ? [] : wrap(doc, text, width - 2 * padX, style),
        box: text === BOX,
        x: x + padX,
        width: width - 2 * padX,
        ...(column.align && { align: column.align }),
      };
      x += width;
      return cell;
    });
  };
  const heightOf = (cells: Cell[], leading: number) =>
    Math.max(1, ...cells.map((cell) => cell.lines.length)) * leading + 2 * padY;

  const head = layOut(
    columns.map((column) => column.head),
    styles.cell,
  );
  const headHeight = heightOf(head, styles.head.leading);
  const body = rows.map((row) => layOut(row, styles.cell));
  const heights = body.map((cells) => heightOf(cells, styles.cell.leading));
  const captionLines = wrap(doc, caption, frame, styles.caption);
  const captionHeight = captionLines.length * styles.caption.leading + 5;

  const total = captionHeight + headHeight + heights.reduce((sum, height) => sum + height, 0);
  const start = captionHeight + headHeight + (heights[0] ?? 0) + (heights[1] ?? 0);
  // A short table moves to the next page whole; a long one may be cut between two rows.
  writer.gap(8);
  writer.need(total < 300 ? total : start);

  const element = writer.open("Table");
  const captionY = writer.y;
  writer.tag(
    "Caption",
    () => draw(doc, captionLines, styles.caption, { x: page.left, y: captionY }),
    {},
    element,
  );
  writer.y += captionHeight;

  const headBand = () => {
    doc.rect(page.left, writer.y, frame, headHeight).fill(colour.ink);
    doc.rect(page.left, writer.y + headHeight - 2, frame, 2).fill(colour.green);
  };
  const headCell = (cell: Cell) =>
    draw(doc, cell.lines, styles.head, { ...cell, y: writer.y + padY - 0.5 });

  writer.decorate(headBand);
  const headRow = writer.open("TR", {}, element);
  for (const cell of head) writer.tag("TH", () => headCell(cell), { scope: "Column" }, headRow);
  headRow.end();
  writer.y += headHeight;

  body.forEach((cells, i) => {
    const height = heights[i] ?? 0;
    if (height > writer.left) {
      writer.newPage();
      writer.decorate(() => {
        headBand();
        for (const cell of head) headCell(cell);
      });
      writer.y += headHeight;
    }
    const y = writer.y;
    writer.decorate(() => {
      if (i % 2 === 1) doc.rect(page.left, y, frame, height).fill(colour.paper);
      doc.rect(page.left, y + height - 0.6, frame, 0.6).fill(colour.line);
      for (const cell of cells) {
        if (!cell.box) continue;
        const x = cell.x + (cell.align === "center" ? cell.width / 2 - 5 : 0);
        doc
          .lineWidth(0.9)
          .rect(x, y + padY + 1, 10, 10)
          .stroke(colour.grey);
      }
    });
    const row = writer.open("TR", {}, element);
    cells.forEach((cell, c) => {
      const paint = () => draw(doc, cell.lines, styles.cell, { ...cell, y: y + padY });
      // An empty box has no text of its own: say it is there.
      writer.tag(c === 0 && !cell.box ? "TH" : "TD", paint, boxOrRow(c, cell), row);
    });
    row.end();
    writer.y += height;
  });
  element.end();
  writer.y += 12;
}

function boxOrRow(column: number, cell: Cell) {
  if (cell.box) return { alt: "Case à cocher" };
  return column === 0 ? { scope: "Row" } : {};
}
