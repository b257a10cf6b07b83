import { existsSync, readFileSync } from "node:fs";
import { bands, colour, federation } from "./theme.ts";

const siteLogo = new URL("../../pictures/logo.svg", import.meta.url);

/** The logo of the website when there is one, else three leaning bands in a square. */
export function logoSvg(): string {
  if (existsSync(siteLogo)) return readFileSync(siteLogo, "utf8");
  const shapes = bands.map(
    (band, i) => `<path d="M${36 + i * 16} 16h16L${48 + i * 16 - 20} 80h-16z" fill="${band}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><title>${federation}</title>${shapes.join("")}</svg>\n`;
}

type Attributes = Record<string, string>;

const attributesOf = (source: string): Attributes =>
  Object.fromEntries(
    [...source.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );

function outline(doc: PDFKit.PDFDocument, tag: string, at: Attributes): void {
  if (tag === "path") doc.path(at.d ?? "");
  else doc.circle(Number(at.cx), Number(at.cy), Number(at.r));
}

/**
 * Draws the federation's emblem as shapes, in a square of the given size.
 *
 * Reads the few SVG elements that the logo uses, so that documents and website never differ; an
 * element it does not know stops the run instead of leaving a hole in every document.
 */
export function emblem(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  const svg = logoSvg().replace(/<title>[^<]*<\/title>/, "");
  const clips = new Map<string, string>();
  for (const [, id = "", inner = ""] of svg.matchAll(
    /<clipPath id="([^"]+)">(.*?)<\/clipPath>/gs,
  )) {
    clips.set(`url(#${id})`, attributesOf(inner).d ?? "");
  }
  doc.save();
  doc.translate(x, y).scale(size / Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 96));
  const paths = svg.replace(/<defs>.*?<\/defs>/gs, "");
  for (const [, close, tag = "", rest = ""] of paths.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    const at = attributesOf(rest);
    if (tag === "svg") continue;
    if (tag === "g") {
      if (close) doc.restore();
      else doc.save();
      const clip = clips.get(at["clip-path"] ?? "");
      if (clip) doc.path(clip).clip();
    } else if (tag === "path" || tag === "circle") {
      // The stroke first: half of it then disappears under the shape, as the logo asks.
      if (at.stroke) {
        outline(doc, tag, at);
        doc
          .lineWidth(Number(at["stroke-width"] ?? 1))
          .lineJoin("round")
          .stroke(at.stroke);
      }
      if (at.fill !== "none") {
        outline(doc, tag, at);
        doc.fill(at.fill ?? colour.ink);
      }
    } else {
      throw new Error(`logo.svg : élément « ${tag} » non pris en charge dans les documents.`);
    }
  }
  doc.restore();
}
