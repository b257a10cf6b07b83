import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import sharp, { type Sharp } from "sharp";
import { addressOf, keyOf, storageOf } from "../platform/storage.server.ts";
import {
  COVER_CARD_WIDTH,
  FIRST_WIDTH,
  isPicture,
  MAX_PIXELS,
  PICTURE_WIDTHS,
  SHARE_WIDTH,
  stemOf,
  UPLOADS,
  variantOf,
} from "./files.ts";
import { arrivalsFolder } from "./intake.server.ts";
import { readPdf } from "./pdf-cover.server.ts";

const COVER = { quality: 70 };
const SHARE = { quality: 72 };
const COVER_WIDTH = 480;

/**
 * What one version may weigh, by its width, in bytes of AVIF: pages are promised in kilobytes, whatever
 * the photograph, and a list shows a dozen of the small ones. WebP gets half as much again, since it
 * says the same in more.
 */
const MOST: Readonly<Record<Width, number>> = {
  320: 3_000,
  480: 4_000,
  640: 18_000,
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
];
const WEBP_QUALITIES = [70, 55, 42, 30];

/** What was learnt of a file while its smaller pictures, or its cover, were made. */
export type Prepared = { pages: number | null; cover_url: string | null };

/** The key of the cover of a PDF. */
const coverKey = (key: string) =>
  `${UPLOADS}${key
    .replace(UPLOADS, "")
    .replaceAll("/", "-")
    .replace(/\.\w+$/, "")}-cover.webp`;

/** What stands for a smaller version that is not made yet; undefined when the key is of none. */
export function standInFor(key: string): string | undefined {
  const isVariant = /-\d{3,4}\.(?:avif|webp|jpg)$/.test(key);
  return isVariant ? `${stemOf(key)}-${FIRST_WIDTH}.webp` : undefined;
}

/** Makes the first of a picture's smaller versions from the local file, and stores it. */
export async function storeFirst(local: string, key: string): Promise<void> {
  return storeWebp(local, await pixelsOf(local, FIRST_WIDTH), key, FIRST_WIDTH);
}

const resized = (local: string, width: number) =>
  sharp(local, { limitInputPixels: MAX_PIXELS }).resize({ width, withoutEnlargement: true });

/** A picture in this width, unpacked, so that several tries at packing it cost one reading. */
async function pixelsOf(local: string, width: number): Promise<Sharp> {
  const { data, info } = await resized(local, width).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

function storeWebp(local: string, pixels: Sharp, key: string, width: Width): Promise<void> {
  const tries = WEBP_QUALITIES.map((quality) => () => pixels.clone().webp({ quality }));
  return storeLight(local, tries, variantOf(key, width, "webp"), MOST[width] * WEBP_MORE);
}

function storeAvif(local: string, pixels: Sharp, key: string, width: Width): Promise<void> {
  const tries = AVIF_TRIES.map(({ quality, smooth = false }) => {
    return () => pixels.clone().blur(smooth).avif({ quality, effort: 3 });
  });
  return storeLight(local, tries, variantOf(key, width, "avif"), MOST[width]);
}

/** Stores the first of several tries that is light enough, else the last. */
async function storeLight(
  local: string,
  tries: readonly (() => Sharp)[],
  key: string,
  most: number,
): Promise<void> {
  for (const [place, make] of tries.entries()) {
    const last = place === tries.length - 1;
    if (await storeMade(local, make(), key, last ? Number.POSITIVE_INFINITY : most)) return;
  }
}

/** Makes what the site needs of a stored file: smaller pictures, or the cover and pages of a PDF. */
export async function prepare(address: string, type: string): Promise<Prepared> {
  const key = keyOf(address);
  const nothing = { pages: null, cover_url: null };
  if (key === undefined || (!isPicture(type) && type !== "application/pdf")) return nothing;
  const local = join(arrivalsFolder(), randomUUID());
  await mkdir(arrivalsFolder(), { recursive: true });
  try {
    await pipeline(await storageOf(key).read(key), createWriteStream(local));
    if (isPicture(type)) {
      await makeVariants(local, key);
      return nothing;
    }
    return await makeCover(local, key);
  } finally {
    await rm(local, { force: true });
  }
}

async function makeVariants(local: string, key: string): Promise<void> {
  for (const width of PICTURE_WIDTHS) {
    const pixels = await pixelsOf(local, width);
    await storeAvif(local, pixels, key, width);
    await storeWebp(local, pixels, key, width);
  }
  // Where the picture is clear, a JPEG would be black.
  const card = resized(local, SHARE_WIDTH).flatten({ background: "#fff" }).jpeg(SHARE);
  await storeMade(local, card, variantOf(key, SHARE_WIDTH, "jpg"));
}

async function makeCover(local: string, key: string): Promise<Prepared> {
  const { pages, firstPage } = await readPdf(local, COVER_WIDTH);
  if (!firstPage) return { pages, cover_url: null };
  const cover = coverKey(key);
  await storeMade(local, sharp(firstPage).webp(COVER), cover);
  const card = sharp(firstPage).resize({ width: COVER_CARD_WIDTH }).webp(COVER);
  await storeMade(local, card, variantOf(cover, COVER_CARD_WIDTH, "webp"));
  return { pages, cover_url: addressOf(cover) };
}

/**
 * Writes a picture beside the local file that it is made from, and stores it unless it weighs more than
 * `most` bytes. Tells whether it did.
 */
async function storeMade(
  local: string,
  picture: Sharp,
  key: string,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const made = `${local}-made`;
  try {
    const { format, size } = await picture.toFile(made);
    if (size > most) return false;
    await storageOf(key).put(key, made, `image/${format === "heif" ? "avif" : format}`);
    return true;
  } finally {
    await rm(made, { force: true });
  }
}
