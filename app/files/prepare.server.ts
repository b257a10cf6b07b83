import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import sharp from "sharp";
import { addressOf, keyOf, storageOf } from "../platform/storage.server.ts";
import {
  COVER_CARD_WIDTH,
  isPicture,
  MAX_PIXELS,
  PICTURE_TYPES,
  PICTURE_WIDTHS,
  stemOf,
  UPLOADS,
  variantOf,
} from "./files.ts";
import { arrivalsFolder } from "./intake.server.ts";
import { readPdf } from "./pdf-cover.server.ts";

const FORMATS = ["avif", "webp"] as const;
const AVIF = { quality: 45, effort: 3 };
const WEBP = { quality: 70 };
const COVER_WIDTH = 480;

/** What was learnt of a file while its smaller pictures, or its cover, were made. */
export type Prepared = { pages: number | null; cover_url: string | null };

/** The key of the cover of a PDF. */
const coverKey = (key: string) =>
  `${UPLOADS}${key
    .replace(UPLOADS, "")
    .replaceAll("/", "-")
    .replace(/\.\w+$/, "")}-cover.webp`;

/** The picture that a smaller version is of, when its key has that form: tried ending by ending. */
export async function originalOf(key: string): Promise<string | undefined> {
  if (!/-\d{3,4}\.(?:avif|webp)$/.test(key)) return undefined;
  for (const type of PICTURE_TYPES) {
    const candidate = `${stemOf(key)}.${type === "image/jpeg" ? "jpg" : type.slice(6)}`;
    if (await storageOf(candidate).info(candidate)) return candidate;
  }
  return undefined;
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
    for (const format of FORMATS) {
      const made = `${local}-${width}.${format}`;
      const small = sharp(local, { limitInputPixels: MAX_PIXELS }).resize({
        width,
        withoutEnlargement: true,
      });
      try {
        await (format === "avif" ? small.avif(AVIF) : small.webp(WEBP)).toFile(made);
        const variant = variantOf(key, width, format);
        await storageOf(variant).put(variant, made, `image/${format}`);
      } finally {
        await rm(made, { force: true });
      }
    }
  }
}

async function makeCover(local: string, key: string): Promise<Prepared> {
  const { pages, firstPage } = await readPdf(local, COVER_WIDTH);
  if (!firstPage) return { pages, cover_url: null };
  const made = `${local}-cover.webp`;
  const cover = coverKey(key);
  try {
    await sharp(firstPage).webp(WEBP).toFile(made);
    await storageOf(cover).put(cover, made, "image/webp");
    await sharp(firstPage).resize({ width: COVER_CARD_WIDTH }).webp(WEBP).toFile(made);
    const small = variantOf(cover, COVER_CARD_WIDTH, "webp");
    await storageOf(small).put(small, made, "image/webp");
  } finally {
    await rm(made, { force: true });
  }
  return { pages, cover_url: addressOf(cover) };
}
