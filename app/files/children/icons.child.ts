import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { MAX_PIXELS } from "../files.ts";
import { FAVICON_SIDES, ICONS } from "./media.ts";

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const [DARK, WHITE] = ["#0b1410", "#ffffff"];

/** Draws every icon of the site beside `path`. @throws when nothing can be seen of the logo */
export async function drawIcons(logo: string, path: string): Promise<void> {
  const { data } = await drawLogo(logo, { width: 512, height: 512 });
  const { isOpaque } = await sharp(data).stats();
  // A light logo is lost on white, and a dark one on black.
  const ground = (await measureLightness(data)) > 0.75 ? DARK : WHITE;
  for (const [name, { side, fill, ground: grounded }] of Object.entries(ICONS)) {
    // One that has a ground of its own needs no edge around it.
    const part = isOpaque && name === "mark.png" ? 1 : fill;
    await writeFile(`${path}-${name}`, await square(data, side, part, grounded ? ground : CLEAR));
  }
  const sizes = await Promise.all(FAVICON_SIDES.map((side) => square(data, side, 1, CLEAR)));
  await writeFile(`${path}-favicon.ico`, iconFile(sizes));
}

async function square(
  logo: Buffer,
  side: number,
  fill: number,
  background: string | typeof CLEAR,
): Promise<Buffer> {
  const inner = Math.round(side * fill);
  const mark = await sharp(logo)
    .resize({ width: inner, height: inner, fit: "contain", background: CLEAR })
    .png()
    .toBuffer();
  const ground = sharp({ create: { width: side, height: side, channels: 4, background } });
  return ground
    .composite([{ input: mark }])
    .png({ palette: true, quality: 90 })
    .toBuffer();
}

/** An ICO file of pictures in PNG, which every browser of the last fifteen years reads. */
function iconFile(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index;
    const side = FAVICON_SIDES[index] ?? 0;
    head.writeUInt8(side, entry);
    head.writeUInt8(side, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

type Box = { width: number; height: number };

/** A logo in the box that it is given, whatever its own shape, with its clear parts. */
export async function drawLogo(file: string, { width, height }: Box) {
  const drawing = sharp(file, { limitInputPixels: MAX_PIXELS, density: await densityFor(file) })
    .autoOrient()
    .resize({ width, height, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha();
  const made = await drawing.png().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(made.data).stats();
  // One of which nothing can be seen is no logo.
  if ((channels[3]?.max ?? 0) < 16) throw new Error("an empty logo");
  return made;
}

/** A drawing of lines is drawn at the size that is needed, not enlarged from its own. */
async function densityFor(file: string): Promise<number> {
  const { format, width, height } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata();
  if (format !== "svg") return 72;
  return Math.min(2_400, Math.max(72, (72 * 512) / Math.max(width, height, 1)));
}

/** How light what can be seen of a picture is, from 0 to 1. */
export async function measureLightness(png: Buffer): Promise<number> {
  const { data } = await sharp(png).resize(32, 32, { fit: "inside" }).raw().toBuffer({
    resolveWithObject: true,
  });
  let [light, seen] = [0, 0];
  for (let offset = 0; offset + 3 < data.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(offset, offset + 4);
    light += ((0.21 * red + 0.72 * green + 0.07 * blue) / 255) * alpha;
    seen += alpha;
  }
  return seen === 0 ? 1 : light / seen;
}
