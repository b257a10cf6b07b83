import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromFile } from "file-type";
import sharp from "sharp";
import { env } from "../platform/env.server.ts";
import { log, reasonOf } from "../platform/log.server.ts";
import { isFull } from "../platform/storage-errors.ts";
import { isPicture, MAX_PIXELS, MAX_SIDE } from "./files.ts";
import { PACE, watchPace } from "./pace.server.ts";

/** A file is not taken; the message says why, in words for who sent it. */
export class FileRefused extends Error {}

/** A file that arrived, checked and cleaned, in a folder of its own until it is stored. */
export type Arrived = {
  path: string;
  /** MIME type, by its content. */
  type: string;
  /** Without a dot. */
  extension: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  width: number | null;
  height: number | null;
};

/** Where files wait while they arrive; the sweep empties what a dead process left. */
export const arrivalsFolder = () => join(env().DATA_DIR, "arrivals");

const TOO_SLOW =
  "La connexion est trop lente : ce fichier n’arrive plus. Réessayez quand elle va mieux.";

/**
 * Receives one file: counted while it streams to the disk, so that memory stays flat.
 * @throws FileRefused when it is empty, larger than `maxBytes` or too slow; nothing is left behind.
 */
export async function receive(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  pace = PACE,
): Promise<{ path: string; size: number; sha256: string }> {
  await mkdir(arrivalsFolder(), { recursive: true });
  const path = join(arrivalsFolder(), randomUUID());
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) {
        const limit = Math.floor(maxBytes / 1024 ** 2);
        done(new FileRefused(`Ce fichier dépasse ${limit} Mo.`));
      } else {
        hash.update(chunk);
        done(null, chunk);
      }
    },
  });
  const unwatch = watchPace(
    () => size,
    () => counted.destroy(new FileRefused(TOO_SLOW)),
    pace,
  );
  try {
    await pipeline(Readable.fromWeb(body as never), counted, createWriteStream(path));
    if (size === 0) throw new FileRefused("Ce fichier est vide.");
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    unwatch();
  }
  return { path, size, sha256: hash.digest("hex") };
}

/** Types that have no mark of their own inside, told by their ending when the content allows it. */
const BY_ENDING: Readonly<Record<string, string>> = {
  doc: "application/msword",
  ppt: "application/vnd.ms-powerpoint",
  svg: "image/svg+xml",
  txt: "text/plain",
  xls: "application/vnd.ms-excel",
};

const OLD_OFFICE = ["doc", "xls", "ppt"];
const WELCOME =
  /^(?:image\/(?:jpeg|png|webp|avif|gif)|video\/|audio\/|application\/pdf$|application\/zip$|application\/(?:x-|vnd\.)rar|application\/vnd\.openxmlformats-officedocument\.|application\/vnd\.oasis\.opendocument\.)/;

/**
 * What a file is, by its content: its name is only believed where the content says nothing.
 * @throws FileRefused
 */
export async function sniff(
  path: string,
  filename: string,
): Promise<{ type: string; extension: string }> {
  const ending = /\.(\w{1,5})$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  const found = await fileTypeFromFile(path);
  if (found?.mime === "application/x-cfb" && OLD_OFFICE.includes(ending)) {
    return { type: BY_ENDING[ending] ?? "", extension: ending };
  }
  if (found && WELCOME.test(found.mime)) return { type: found.mime, extension: found.ext };
  const svg = ending === "svg" && (!found || found.mime === "application/xml");
  if (svg && (await beginsAs(path, /<svg[\s>]/i))) {
    return { type: "image/svg+xml", extension: "svg" };
  }
  if (!found && ending === "txt" && (await isText(path))) {
    return { type: "text/plain", extension: "txt" };
  }
  throw new FileRefused("Le contenu de ce fichier n’est pas d’un type accepté.");
}

async function head(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const beginsAs = async (path: string, mark: RegExp) =>
  mark.test((await head(path)).toString("utf8"));

async function isText(path: string): Promise<boolean> {
  const start = await head(path);
  // A character may be cut where reading stopped.
  const text = new TextDecoder("utf-8", { fatal: true });
  try {
    text.decode(start, { stream: true });
    return !start.includes(0);
  } catch {
    return false;
  }
}

/**
 * Checks a received file and, when it is a picture, writes it anew without what cameras add: place,
 * time, device. What hid behind the picture's own data is gone with it.
 * @throws FileRefused
 */
export async function examine(
  received: { path: string; size: number; sha256: string },
  filename: string,
): Promise<Arrived> {
  const what = await sniff(received.path, filename);
  if (!isPicture(what.type)) return { ...received, ...what, width: null, height: null };
  const animated = what.type === "image/gif" || what.type === "image/webp";
  const clean = `${received.path}-clean`;
  try {
    const options = { animated, limitInputPixels: MAX_PIXELS };
    const { width, height, pageHeight } = await sharp(received.path, options).metadata();
    if (!width || !height || width > MAX_SIDE || (pageHeight ?? height) > MAX_SIDE) {
      throw new FileRefused(`Cette image a plus de ${MAX_SIDE} pixels de côté.`);
    }
    const written = await sharp(received.path, options)
      .autoOrient()
      .keepIccProfile()
      .toFormat(what.extension as "jpeg", { quality: 88 })
      .toFile(clean);
    await rm(received.path, { force: true });
    const shown = { width: written.width, height: written.pageHeight ?? written.height };
    return { ...received, ...what, ...shown, path: clean, size: written.size };
  } catch (error) {
    await rm(clean, { force: true });
    if (error instanceof FileRefused || isFull(error)) throw error;
    // Nearly always its own fault; when it is ours somebody must be able to tell.
    log.warn({ reason: reasonOf(error) }, "picture not readable");
    throw new FileRefused("Cette image est abîmée ou trop grande pour être lue.", { cause: error });
  }
}

/** Forgets what arrived: it was stored, or refused. */
export async function discard({ path }: { path: string }): Promise<void> {
  await rm(path, { force: true });
  await rm(path.replace(/-clean$/, ""), { force: true });
}
