import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { addressOf, keyOf, storageOf } from "../core/storage/storage.server.ts";
import { MediaFailure, preparing } from "./children/media.server.ts";
import { FileFault, type Problem } from "./children/media.ts";
import {
  COVER_CARD_WIDTH,
  FIRST_WIDTH,
  isPicture,
  PICTURE_WIDTHS,
  SHARE_WIDTH,
  stemOf,
  UPLOADS,
  variantOf,
} from "./files.ts";
import { newTemporaryPath, removeTemporaryFiles } from "./upload/temporary-files.server.ts";

/** What the preparation of a file found out. */
export type Prepared = { pages: number | null; cover_url: string | null };

/** The derived files could not be made, because of the file itself. */
export class NotPrepared extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

const NOTHING: Prepared = { pages: null, cover_url: null };
const TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

/** The key of the cover of a PDF. */
const coverKey = (key: string) =>
  `${UPLOADS}${key
    .replace(UPLOADS, "")
    .replaceAll("/", "-")
    .replace(/\.\w+$/, "")}-cover.webp`;

/** The key to serve instead of a smaller version that does not exist yet; undefined for other keys. */
export function fallbackVariant(key: string): string | undefined {
  const isVariant = /-\d{3,4}\.(?:avif|webp|jpg)$/.test(key);
  return isVariant ? `${stemOf(key)}-${FIRST_WIDTH}.webp` : undefined;
}

/**
 * Makes the derived files of a stored file: smaller pictures, or the cover of a PDF.
 * @throws NotPrepared when the file is at fault; any other error is not the file's.
 */
export async function prepare(address: string, type: string): Promise<Prepared> {
  const key = keyOf(address);
  const document = type === "application/pdf";
  if (key === undefined || !(document || isPicture(type))) return NOTHING;
  return withLocalCopy(key, (local) =>
    document ? makeCover(local, key) : makeVersions(local, key),
  );
}

/**
 * The text on the pages of a stored PDF; empty for a PDF on another site.
 * @throws NotPrepared when the file is at fault; any other error is not the file's.
 */
export async function readDocument(address: string): Promise<string[]> {
  const key = keyOf(address);
  if (key === undefined) return [];
  return withLocalCopy(key, (local) => preparing.run("text", { path: local }));
}

/** Works on a local copy of a stored file, which the media process may read. */
async function withLocalCopy<T>(key: string, work: (local: string) => Promise<T>): Promise<T> {
  if (!(await storageOf(key).info(key))) throw new NotPrepared("broken");
  const local = await newTemporaryPath();
  try {
    await pipeline(await storageOf(key).read(key), createWriteStream(local));
    return await work(local);
  } catch (error) {
    if (error instanceof FileFault) throw new NotPrepared("broken");
    if (!(error instanceof MediaFailure) || error.end === "stopped") throw error;
    throw new NotPrepared(error.end);
  } finally {
    await removeTemporaryFiles(local);
  }
}

async function makeVersions(local: string, key: string): Promise<Prepared> {
  await preparing.run("picture", { path: local });
  for (const width of PICTURE_WIDTHS) {
    await store(`${local}-${width}.avif`, variantOf(key, width, "avif"), "avif");
    await store(`${local}-${width}.webp`, variantOf(key, width, "webp"), "webp");
  }
  await store(`${local}-${SHARE_WIDTH}.jpg`, variantOf(key, SHARE_WIDTH, "jpg"), "jpg");
  return NOTHING;
}

async function makeCover(local: string, key: string): Promise<Prepared> {
  const result = await preparing.run("pdf", { path: local });
  if (!result.cover) return { pages: result.pages, cover_url: null };
  const cover = coverKey(key);
  await store(`${local}-cover.webp`, cover, "webp");
  const card = variantOf(cover, COVER_CARD_WIDTH, "webp");
  await store(`${local}-cover-${COVER_CARD_WIDTH}.webp`, card, "webp");
  return { pages: result.pages, cover_url: addressOf(cover) };
}

const store = (file: string, key: string, format: keyof typeof TYPES) =>
  storageOf(key).put(key, file, TYPES[format]);
