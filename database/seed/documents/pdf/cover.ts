import { emblem } from "./emblem.ts";
import { balance, draw, write } from "./text.ts";
import { bands, colour, federation, frame, page, type Style } from "./theme.ts";
import { pdfString, type Writer } from "./writer.ts";

type Doc = PDFKit.PDFDocument;

/** Fills the page with ink down to a leaning edge underlined by the three bands. */
function slantedEdge(doc: Doc, leftY: number, rightY: number, thickness: number): void {
  doc.polygon([0, 0], [page.width, 0], [page.width, rightY], [0, leftY]).fill(colour.ink);
  bands.forEach((band, i) => {
    const low = i * thickness;
    doc
      .polygon(
        [0, leftY + low],
        [page.width, rightY + low],
        [page.width, rightY + low + thickness],
        [0, leftY + low + thickness],
      )
      .fill(band);
  });
}

function letterhead(writer: Writer, y: number): void {
  const { doc } = writer;
  const initials: Style = { size: 22, leading: 24, colour: colour.white, bold: true };
  const name: Style = { size: 9.5, leading: 13, colour: colour.mist };
  writer.decorate(() => {
    emblem(doc, page.left - 4, y - 9, 44);
    write(doc, "FGE", initials, { x: page.left + 52, y: y + 1 });
  });
  writer.tag("P", () => {
    write(doc, federation, name, { x: page.left + 112, y });
    write(doc, "République de Guinée", name, { x: page.left + 112, y: y + 13 });
  });
}

/** A full first page, for the documents that are kept and quoted. */
function pageCover(writer: Writer): void {
  const { doc, book } = writer;
  writer.addPage();
  writer.decorate(() => {
    doc.rect(0, 0, page.width, page.height).fill(colour.paper);
    slantedEdge(doc, 640, 520, 20);
  });
  letterhead(writer, 78);

  const title: Style = {
    size: 36,
    leading: 41,
    colour: colour.white,
    bold: true,
    tracking: -0.72,
  };
  const subtitle: Style = { size: 13.5, leading: 20, colour: colour.mist };
  const titleLines = balance(doc, book.title, frame, title);
  const y = 250;
  writer.tag("H1", () => draw(doc, titleLines, title, { x: page.left, y }));
  const under = y + titleLines.length * title.leading + 18;
  const lines = balance(doc, book.subtitle, frame * 0.86, subtitle);
  writer.tag("P", () => draw(doc, lines, subtitle, { x: page.left, y: under }));

  const strong: Style = { size: 11, leading: 16, colour: colour.ink, bold: true };
  const plain: Style = { size: 10, leading: 16, colour: colour.grey };
  writer.tag("P", () => {
    write(doc, book.reference, strong, { x: page.left, y: 746 });
    write(doc, book.edition, plain, { x: page.left, y: 763 });
  });
}

/** A band at the top of the first page, which goes on with the text itself. */
function bandCover(writer: Writer): void {
  const { doc, book } = writer;
  writer.addPage();
  const title: Style = {
    size: 25,
    leading: 29,
    colour: colour.white,
    bold: true,
    tracking: -0.5,
  };
  const subtitle: Style = { size: 10.5, leading: 15.5, colour: colour.mist };
  const titleLines = balance(doc, book.title, frame, title);
  const lines = balance(doc, book.subtitle, frame, subtitle);
  const foot = 112 + titleLines.length * title.leading + 8 + lines.length * subtitle.leading + 26;
  writer.decorate(() => slantedEdge(doc, foot + 34, foot, 6));
  letterhead(writer, 46);
  writer.tag("H1", () => draw(doc, titleLines, title, { x: page.left, y: 112 }));
  const under = 112 + titleLines.length * title.leading + 8;
  writer.tag("P", () => draw(doc, lines, subtitle, { x: page.left, y: under }));

  const meta: Style = { size: 9, leading: 12, colour: colour.grey };
  const y = foot + 54;
  writer.tag("P", () => {
    write(doc, `${book.reference} · ${book.edition}`, meta, { x: page.left, y });
  });
  writer.decorate(() => writer.foot(), "Pagination");
  writer.y = y + 30;
}

export function cover(writer: Writer): void {
  if (writer.book.cover === "page") pageCover(writer);
  else bandCover(writer);
}

/** The table of contents, whose lines are links; it must hold on one page. */
export function contents(writer: Writer): void {
  const { doc, plan, book } = writer;
  writer.newPage();
  const heading: Style = { size: 20, leading: 24, colour: colour.ink, bold: true, tracking: -0.4 };
  const y = writer.y;
  writer.tag("H2", () => write(doc, "Sommaire", heading, { x: page.left, y }));
  writer.y += 40;

  const toc = writer.open("TOC");
  // The list tightens, then leaves out the articles, rather than run over the page.
  const sections = plan.headings.filter((entry) => entry.level === 1).length;
  const articles = plan.headings.length - sections;
  const fits = (step: number) => sections * 27 + articles * step < writer.left;
  const step = fits(15) ? 15 : 13;
  const all = fits(step);
  for (const entry of plan.headings) {
    if (!all && entry.level === 2) continue;
    const isSection = entry.level === 1;
    if (isSection) writer.gap(all ? 9 : 6);
    const style: Style = {
      size: isSection ? 10.6 : step === 15 ? 9.6 : 9,
      leading: isSection ? 18 : step,
      colour: isSection ? colour.ink : colour.grey,
      bold: isSection,
    };
    const x = page.left + (isSection ? 0 : 14);
    const width = page.left + frame - x;
    const top = writer.y;
    const item = writer.open("TOCI", {}, toc);
    const link = writer.open("Link", {}, item);
    link.add(() => {
      write(doc, entry.text, style, { x, y: top });
      write(doc, String(entry.page), style, { x, y: top, width, align: "right" });
    });
    const target = {
      Subtype: "Link",
      Dest: entry.anchor,
      Contents: pdfString(`Page ${entry.page}`),
      structParent: link,
    };
    doc.annotate(x, top, width, style.leading, target);
    item.end();
    writer.decorate(() => {
      doc.rect(x, top + style.leading - 0.6, width, 0.5).fill(colour.line);
    });
    writer.y += style.leading;
  }
  toc.end();
  if (writer.left < 0) throw new Error(`${book.file} : le sommaire dépasse une page.`);
}
