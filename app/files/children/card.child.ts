import { fileURLToPath } from "node:url";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import { type Font, openSync } from "fontkit";
import sharp, { type OverlayOptions } from "sharp";
import { MAX_PIXELS } from "../files.ts";
import { drawLogo, measureLightness } from "./icons.child.ts";
import { CARD, CARD_MAX_BYTES, type CardWords, type MediaTasks } from "./media.ts";
import { cut, drawable, fitLines, LINE } from "./wrap-words.ts";

/** The second has what the first lacks: the letters of Adlam. */
const FONTS = {
  Card: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
  CardAdlam: "@fontsource/noto-sans-adlam/files/noto-sans-adlam-adlam-700-normal.woff",
};
const FONT = Object.keys(FONTS).join(", ");

const INK = "#0b1410";
const YELLOW = "#fcd116";
const STRIPES = ["#ce1126", YELLOW, "#009460"];
/** Laid over a photograph, so that white text is readable. */
const SHADE = "rgb(11 20 16 / 66%)";

/** Many networks show only the middle square: all text stands within it. */
const TEXT_WIDTH = CARD.height - 48;
const CENTRE = CARD.width / 2;
const LOGO = { width: 260, height: 100, top: 34 };
const TITLE = { top: 192, height: 300, sizes: [60, 54, 48, 43, 38, 34] };
const QUALITIES = [82, 70, 55, 40, 25, 12];

let hasGlyph: ((letter: number) => boolean) | undefined;

/** The font comes with the product, since the machine may have none. */
function loadFont(): (letter: number) => boolean {
  if (hasGlyph) return hasGlyph;
  const fonts = Object.entries(FONTS).map(([name, file]) => {
    const path = fileURLToPath(import.meta.resolve(file));
    GlobalFonts.registerFromPath(path, name);
    return openSync(path) as Font;
  });
  hasGlyph = (letter) => fonts.some((font) => font.hasGlyphForCodePoint(letter));
  return hasGlyph;
}

/** Draws a share picture. A photograph or logo that cannot be read is left out. */
export async function drawCard({ path, words, photo, logo }: MediaTasks["card"]): Promise<void> {
  const ground = (photo && (await readPhoto(photo).catch(() => undefined))) || plain();
  const layers: OverlayOptions[] = [{ input: drawWords(words, photo !== null) }];
  const mark = logo && (await drawMark(logo).catch(() => undefined));
  if (mark) {
    const { data, info } = mark;
    const left = Math.round(CENTRE - info.width / 2);
    const top = LOGO.top + Math.round((LOGO.height - info.height) / 2);
    layers.push({ input: data, left, top });
  }
  const pixels = await ground.composite(layers).removeAlpha().raw().toBuffer();
  const raw = { width: CARD.width, height: CARD.height, channels: 3 } as const;
  for (const quality of QUALITIES) {
    // Chroma subsampling blurs letters, so only low qualities use it.
    const chromaSubsampling = quality > 50 ? "4:4:4" : "4:2:0";
    const jpeg = sharp(pixels, { raw }).jpeg({ quality, chromaSubsampling });
    const { size } = await jpeg.toFile(`${path}-card.jpg`);
    if (size <= CARD_MAX_BYTES) return;
  }
}

/** A dark logo gets a white background. */
async function drawMark(logo: string) {
  const mark = await drawLogo(logo, LOGO);
  if ((await measureLightness(mark.data)) > 0.15) return mark;
  return sharp(mark.data)
    .flatten({ background: "#fff" })
    .png()
    .toBuffer({ resolveWithObject: true });
}

const plain = () => sharp({ create: { ...CARD, channels: 3, background: INK } });

/** The photograph in the size of the card, decoded at once, so that a broken one fails here. */
async function readPhoto(file: string) {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ ...CARD, fit: "cover" })
    .flatten({ background: INK })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** The text layer, over a shade if there is a photograph. */
function drawWords(words: CardWords, shaded: boolean): Buffer {
  const letters = loadFont();
  const canvas = createCanvas(CARD.width, CARD.height);
  const context = canvas.getContext("2d");
  if (shaded) {
    context.fillStyle = SHADE;
    context.fillRect(0, 0, CARD.width, CARD.height);
  }
  for (const [index, colour] of STRIPES.entries()) {
    context.fillStyle = colour;
    context.fillRect((index * CARD.width) / 3, CARD.height - 12, CARD.width / 3, 12);
  }
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const { title, badge, line, name } = words;
  drawLine(context, drawable(badge, letters), { top: 178, size: 24, colour: YELLOW });
  drawTitle(context, drawable(title, letters) || drawable(name, letters));
  drawLine(context, drawable(line, letters), { top: 538, size: 28, colour: YELLOW });
  drawLine(context, drawable(name, letters), { top: 588, size: 22, colour: "#dfe7e2" });
  return canvas.toBuffer("image/png");
}

function drawTitle(context: SKRSContext2D, title: string): void {
  const measureIn = (size: number) => {
    return (text: string) => {
      context.font = `${size}px ${FONT}`;
      return context.measureText(text).width;
    };
  };
  const { size, lines } = fitLines(title, { width: TEXT_WIDTH, ...TITLE }, measureIn);
  context.font = `${size}px ${FONT}`;
  context.fillStyle = "#fff";
  const height = lines.length * size * LINE;
  const first = TITLE.top + (TITLE.height - height) / 2 + size;
  for (const [index, line] of lines.entries()) write(context, line, first + index * size * LINE);
}

/** One line: shrunk by a third at most, then cut. */
function drawLine(
  context: SKRSContext2D,
  text: string,
  { top, size, colour }: { top: number; size: number; colour: string },
): void {
  if (text === "") return;
  const measure = (some: string) => context.measureText(some).width;
  context.fillStyle = colour;
  context.font = `${size}px ${FONT}`;
  const smaller = Math.max(size * 0.67, (size * TEXT_WIDTH) / Math.max(TEXT_WIDTH, measure(text)));
  context.font = `${Math.floor(smaller)}px ${FONT}`;
  write(context, cut(text, TEXT_WIDTH, measure), top);
}

const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hebrew}]/u;

function write(context: SKRSContext2D, text: string, y: number): void {
  context.direction = RIGHT_TO_LEFT.test(text) ? "rtl" : "ltr";
  context.fillText(text, CENTRE, y);
}
