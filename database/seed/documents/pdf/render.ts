import type { Block, Book } from "./blocks.ts";
import { contents, cover } from "./cover.ts";
import { chart, figures, logos, swatches } from "./figures.ts";
import { fields, signBox, startForm } from "./form.ts";
import { pack } from "./pack.ts";
import { table } from "./table.ts";
import { draw, wrap, write } from "./text.ts";
import { colour, frame, page, type Style, styles } from "./theme.ts";
import { type Plan, slant, Writer } from "./writer.ts";

/** A list shorter than this is never cut by a page end. */
const SHORT_LIST = 130;

function listHeight(writer: Writer, items: string[], numbered: boolean): number {
  const width = frame - (numbered ? 22 : 16);
  const lines = items.map((item) => wrap(writer.doc, item, width, styles.body).length);
  return lines.reduce((sum, count) => sum + count * styles.body.leading + 3, 0);
}

function noteHeight(writer: Writer, text: string): number {
  return wrap(writer.doc, text, frame - 34, styles.body).length * styles.body.leading + 40;
}

/**
 * How much room a block wants before it starts, with what must follow it on the same page: a
 * heading is not left alone at the foot of a page, nor a sentence that announces a list.
 */
function heightNeeded(writer: Writer, blocks: Block[], at: number): number {
  const item = blocks[at];
  switch (item?.kind) {
    case "section":
      return 60 + heightNeeded(writer, blocks, at + 1);
    case "article":
      return 30 + heightNeeded(writer, blocks, at + 1);
    case "paragraph": {
      const style = item.style ?? styles.body;
      const height = wrap(writer.doc, item.text, frame, style).length * style.leading;
      const announces = item.text.endsWith(":") && blocks[at + 1]?.kind === "list";
      return announces ? height + 7 + heightNeeded(writer, blocks, at + 1) : height;
    }
    case "list": {
      const height = listHeight(writer, item.items, item.numbered);
      return height < SHORT_LIST ? height : 2 * styles.body.leading + 3;
    }
    case "note":
      return noteHeight(writer, item.text) + 4;
    case "table":
      return 120;
    case "chart":
      return 250;
    case "figures":
      return 90;
    case "fields":
      return 60;
    default:
      return 0;
  }
}

function section(writer: Writer, text: string): void {
  const { doc } = writer;
  const style = styles.section;
  writer.gap(20);
  writer.mark(text, 1);
  const y = writer.y;
  writer.decorate(() => slant(doc, page.left, y + 3, 6, 14, 5));
  writer.text(text, style, "H2", 32);
  writer.y += 9;
}

function article(writer: Writer, text: string): void {
  writer.gap(8);
  writer.mark(text, 2);
  writer.text(text, styles.article, "H3");
  writer.y += 3;
}

function list(writer: Writer, items: string[], numbered: boolean): void {
  const { doc } = writer;
  const style = styles.body;
  const indent = numbered ? 22 : 16;
  const element = writer.open("L");
  items.forEach((item, i) => {
    const lines = wrap(doc, item, frame - indent, style);
    const height = lines.length * style.leading;
    writer.need(height);
    const y = writer.y;
    const entry = writer.open("LI", {}, element);
    const label = numbered ? `${i + 1}.` : "•";
    const strong: Style = { ...style, colour: colour.greenText, bold: true };
    writer.tag("Lbl", () => write(doc, label, strong, { x: page.left + 2, y }), {}, entry);
    const paint = () => draw(doc, lines, style, { x: page.left + indent, y });
    writer.tag("LBody", paint, {}, entry);
    entry.end();
    writer.y += height + 3;
  });
  element.end();
  writer.y += 5;
}

function note(writer: Writer, title: string, text: string): void {
  const { doc } = writer;
  const lines = wrap(doc, text, frame - 34, styles.body);
  const height = noteHeight(writer, text);
  writer.gap(4);
  writer.need(height);
  const y = writer.y;
  writer.decorate(() => {
    doc.rect(page.left, y, frame, height).fill(colour.greenSoft);
    doc.rect(page.left, y, 4, height).fill(colour.green);
  });
  const strong: Style = { ...styles.body, bold: true, colour: colour.greenText };
  writer.tag("P", () => write(doc, title, strong, { x: page.left + 18, y: y + 11 }));
  const paint = () => draw(doc, lines, styles.body, { x: page.left + 18, y: y + 28 });
  writer.tag("P", paint);
  writer.y += height + 12;
}

function signatures(writer: Writer, place: string, people: { role: string; name: string }[]): void {
  const { doc } = writer;
  const width = frame / people.length;
  writer.gap(10);
  writer.need(120);
  writer.text(place, styles.body);
  const y = writer.y + 14;
  const strong: Style = { ...styles.body, bold: true };
  people.forEach((person, i) => {
    const x = page.left + i * width;
    writer.tag("P", () => {
      write(doc, person.role, styles.small, { x, y });
      write(doc, person.name, strong, { x, y: y + 14 });
    });
    writer.decorate(() => doc.rect(x, y + 76, width - 24, 0.8).fill(colour.grey));
  });
  writer.y = y + 90;
}

function block(writer: Writer, item: Block): void {
  switch (item.kind) {
    case "section":
      if (item.newPage && writer.y > page.top) writer.newPage();
      section(writer, item.text);
      break;
    case "article":
      article(writer, item.text);
      break;
    case "paragraph":
      writer.text(item.text, item.style ?? styles.body);
      writer.y += 7;
      break;
    case "list":
      list(writer, item.items, item.numbered);
      break;
    case "note":
      note(writer, item.title, item.text);
      break;
    case "table":
      table(writer, item);
      break;
    case "chart":
      chart(writer, item.title, item.note, item.bars);
      break;
    case "figures":
      figures(writer, item.items);
      break;
    case "signatures":
      signatures(writer, item.place, item.people);
      break;
    case "fields":
      fields(writer, item.rows);
      break;
    case "signBox":
      signBox(writer, item);
      break;
    case "swatches":
      swatches(writer, item.items);
      break;
    case "logos":
      logos(writer);
      break;
    case "pageBreak":
      writer.newPage();
      break;
  }
}

function pass(book: Book, plan: Plan): { bytes: Uint8Array; plan: Plan } {
  const writer = new Writer(book, plan);
  cover(writer);
  if (book.contents) contents(writer);
  if (book.blocks.some((item) => item.kind === "fields")) startForm(writer);
  if (book.cover === "page") writer.newPage();
  book.blocks.forEach((item, i) => {
    writer.need(heightNeeded(writer, book.blocks, i));
    block(writer, item);
  });
  const learned = { headings: writer.headings, pages: writer.pages };
  return { bytes: writer.finish(), plan: learned };
}

/** Renders twice: the first pass finds the page numbers that the second one prints. */
export function render(book: Book): { bytes: Uint8Array; pages: number } {
  const { plan } = pass(book, { headings: [], pages: 0 });
  const { bytes } = pass(book, plan);
  // An encrypted file keeps its shape: the strings of each object are sealed with its own number.
  return { bytes: book.passwords ? bytes : pack(bytes), pages: plan.pages };
}
