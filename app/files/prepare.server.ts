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

const AVIF = { quality: 45, effort: 3 };
const WEBP = { quality: 70 };
const SHARE = { quality: 72 };
const COVER_WIDTH = 480;

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
export function storeFirst(local: string, key: string): Promise<void> {
  const first = variantOf(key, FIRST_WIDTH, "webp");
  return storeMade(local, resized(local, FIRST_WIDTH).webp(WEBP), first);
}

const resized = (local: string, width: number) =>
  sharp(local, { limitInputPixels: MAX_PIXELS }).resize({ width, withoutEnlargement: true });

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
    const small = resized(local, width);
    await storeMade(local, small.clone().avif(AVIF), variantOf(key, width, "avif"));
    await storeMade(local, small.clone().webp(WEBP), variantOf(key, width, "webp"));
  }
  // Where the picture is clear, a JPEG would be black.
  const card = resized(local, SHARE_WIDTH).flatten({ background: "#fff" }).jpeg(SHARE);
  await storeMade(local, card, variantOf(key, SHARE_WIDTH, "jpg"));
}

async function makeCover(local: string, key: string): Promise<Prepared> {
  const { pages, firstPage } = await readPdf(local, COVER_WIDTH);
  if (!firstPage) return { pages, cover_url: null };
  const cover = coverKey(key);
  await storeMade(local, sharp(firstPage).webp(WEBP), cover);
  const card = sharp(firstPage).resize({ width: COVER_CARD_WIDTH }).webp(WEBP);
  await storeMade(local, card, variantOf(cover, COVER_CARD_WIDTH, "webp"));
  return { pages, cover_url: addressOf(cover) };
}

/** Writes a picture beside the local file that it is made from, and stores it. */
async function storeMade(local: string, picture: Sharp, key: string): Promise<void> {
  const made = `${local}-made`;
  try {
    const { format } = await picture.toFile(made);
    await storageOf(key).put(key, made, `image/${format === "heif" ? "avif" : format}`);
  } finally {
    await rm(made, { force: true });
  }
}
