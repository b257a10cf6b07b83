import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { drawLogo, lightnessOf } from "./logo.child.ts";
import { FAVICON_SIDES, ICONS } from "./media.ts";

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const [DARK, WHITE] = ["#0b1410", "#ffffff"];

/** Draws every icon of the site beside `path`. @throws when nothing can be seen of the logo */
export async function drawIcons(logo: string, path: string): Promise<void> {
  const { data } = await drawLogo(logo, { width: 512, height: 512 });
  const { isOpaque } = await sharp(data).stats();
  // A light logo is lost on white, and a dark one on black.
  const ground = (await lightnessOf(data)) > 0.75 ? DARK : WHITE;
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
  for (const [place, picture] of pictures.entries()) {
    const entry = 6 + 16 * place;
    const side = FAVICON_SIDES[place] ?? 0;
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
