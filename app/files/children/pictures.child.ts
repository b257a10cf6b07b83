import sharp, { type Sharp } from "sharp";
import { FIRST_WIDTH, MAX_PIXELS, PICTURE_WIDTHS, SHARE_WIDTH } from "../files.ts";

const SHARE = { quality: 72 };

/**
 * What one version may weigh, by its width, in bytes of AVIF: pages are promised in kilobytes, whatever
 * the photograph, and a list shows a dozen of the small ones. WebP gets half as much again, since it
 * says the same in more.
 */
const MOST: Readonly<Record<Width, number>> = {
  320: 3_000,
  480: 4_000,
  640: 15_000,
  960: 32_000,
  1280: 50_000,
};
const WEBP_MORE = 1.5;

type Width = (typeof PICTURE_WIDTHS)[number];

/** Tried from the best; a picture full of grain loses the grain before it stops looking like itself. */
const AVIF_TRIES: readonly { quality: number; smooth?: number }[] = [
  { quality: 45 },
  { quality: 36 },
  { quality: 29 },
  { quality: 23 },
  { quality: 23, smooth: 1.3 },
  { quality: 14, smooth: 1.3 },
  { quality: 12, smooth: 1.8 },
];
const WEBP_QUALITIES = [70, 55, 42, 30];

/** Makes the first of a picture's smaller versions, beside `path`. */
export async function makeFirst(picture: string, path: string): Promise<void> {
  await makeWebp(await pixelsOf(picture, FIRST_WIDTH), path, FIRST_WIDTH);
}

/** Makes every smaller version of a picture beside it, and the card for sharing. */
export async function makeVersions(path: string): Promise<void> {
  for (const width of PICTURE_WIDTHS) {
    const pixels = await pixelsOf(path, width);
    await makeAvif(pixels, path, width);
    await makeWebp(pixels, path, width);
  }
  // Where the picture is clear, a JPEG would be black.
  const card = resized(path, SHARE_WIDTH).flatten({ background: "#fff" }).jpeg(SHARE);
  await card.toFile(`${path}-${SHARE_WIDTH}.jpg`);
}

const resized = (path: string, width: number) =>
  sharp(path, { limitInputPixels: MAX_PIXELS }).resize({ width, withoutEnlargement: true });

/** A picture in this width, unpacked, so that several tries at packing it cost one reading. */
async function pixelsOf(path: string, width: number): Promise<Sharp> {
  const { data, info } = await resized(path, width).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

function makeWebp(pixels: Sharp, path: string, width: Width): Promise<void> {
  const tries = WEBP_QUALITIES.map((quality) => () => pixels.clone().webp({ quality }));
  return makeLight(tries, `${path}-${width}.webp`, MOST[width] * WEBP_MORE);
}

function makeAvif(pixels: Sharp, path: string, width: Width): Promise<void> {
  const tries = AVIF_TRIES.map(({ quality, smooth = false }) => {
    return () => pixels.clone().blur(smooth).avif({ quality, effort: 3 });
  });
  return makeLight(tries, `${path}-${width}.avif`, MOST[width]);
}

/** Writes the first of several tries that is light enough, else the last. */
async function makeLight(
  tries: readonly (() => Sharp)[],
  file: string,
  most: number,
): Promise<void> {
  for (const make of tries) {
    const { size } = await make().toFile(file);
    if (size <= most) return;
  }
}
