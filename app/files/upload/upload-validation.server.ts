import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { log } from "../../core/log/log.server.ts";
import { isFull } from "../../core/values/errors.ts";
import { examining, MediaFailure } from "../children/media.server.ts";
import { type Fault, FileFault } from "../children/media.ts";
import { FIRST_WIDTH, isPicture, MAX_SIDE } from "../files.ts";
import { newTemporaryPath, removeTemporaryFiles } from "./temporary-files.server.ts";
import { tooLargeMessage } from "./upload-words.ts";

/** A file is refused; the message is for the person who sent it. */
export class FileRefused extends Error {
  /** Why, for those who say it in their own words. */
  readonly reason: "large" | "slow" | "empty" | undefined;
  constructor(
    message: string,
    { reason, ...options }: ErrorOptions & { reason?: FileRefused["reason"] } = {},
  ) {
    super(message, options);
    this.reason = reason;
  }
}

/** A received file, checked and cleaned, in the temporary folder until it is stored. */
export type ValidatedUpload = {
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
  /** The first of a picture's smaller versions. */
  first?: string;
};

const TOO_SLOW =
  "La connexion est trop lente : ce fichier n’arrive plus. Réessayez avec une meilleure connexion.";

/**
 * Receives one file: counted while it streams to the disk, so that memory stays flat.
 * @throws FileRefused when it is empty, larger than `maxBytes` or too slow; nothing is left behind.
 */
export async function receiveFile(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  pace = MINIMUM_RATE,
): Promise<{ path: string; size: number; sha256: string }> {
  const path = await newTemporaryPath();
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) {
        done(new FileRefused(tooLargeMessage(maxBytes), { reason: "large" }));
      } else {
        hash.update(chunk);
        done(null, chunk);
      }
    },
  });
  const unwatch = watchRate(
    () => size,
    () => counted.destroy(new FileRefused(TOO_SLOW, { reason: "slow" })),
    pace,
  );
  try {
    await pipeline(Readable.fromWeb(body as never), counted, createWriteStream(path));
    if (size === 0) throw new FileRefused("Ce fichier est vide.", { reason: "empty" });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    unwatch();
  }
  return { path, size, sha256: hash.digest("hex") };
}

/** Why a file is refused. */
const FAULTS: Readonly<Record<Fault, string>> = {
  type: "Le contenu de ce fichier n’est pas d’un type accepté.",
  side: `Cette image a plus de ${MAX_SIDE} pixels de côté.`,
  small: "Cette image est trop petite.",
  broken: "Cette image est abîmée ou trop grande pour être lue.",
};
const TOO_HEAVY = "Ce fichier demande trop de mémoire ou de temps pour être lu.";

/**
 * Finds out what a received file is and, when it is a picture, has it written anew without what cameras
 * add: place, time, device.
 * @throws FileRefused
 */
export async function validateFile(
  received: { path: string; size: number; sha256: string },
  filename: string,
): Promise<ValidatedUpload> {
  const { path } = received;
  const examined = await examining.run("examine", { path, filename }).catch((error: unknown) => {
    if (error instanceof FileFault) throw new FileRefused(FAULTS[error.fault], { cause: error });
    if (isFull(error)) throw error;
    if (!(error instanceof MediaFailure) || error.end === "stopped") throw error;
    // Nearly always the file's fault; the log entry shows when it is ours.
    log.warn({ what: error.end }, "uploaded file not readable");
    throw new FileRefused(TOO_HEAVY, { cause: error });
  });
  if (!isPicture(examined.type)) return { ...received, ...examined };
  const clean = `${path}-clean`;
  const { size } = await stat(clean);
  return { ...received, ...examined, path: clean, size, first: `${path}-${FIRST_WIDTH}.webp` };
}

/** Removes the temporary files of an upload that was stored or refused. */
export function discardUpload({ path }: { path: string }): Promise<void> {
  return removeTemporaryFiles(path.replace(/-clean$/, ""));
}

/** A minimum of bytes in any window of milliseconds. */
export type Rate = { bytes: number; windowMs: number };

/** The minimum rate of an upload: a quarter of the slowest office line, which carries 32 KB/s. */
const MINIMUM_RATE: Rate = { bytes: 30 * 8 * 1024, windowMs: 30_000 };

const RATE_CHECKS = 30;

/** Calls `tooSlow` when a count grows more slowly than the rate. Returns a function that stops the watch. */
function watchRate(
  count: () => number,
  tooSlow: () => void,
  { bytes, windowMs }: Rate,
): () => void {
  const counts = [count()];
  const timer = setInterval(() => {
    const now = count();
    counts.push(now);
    if (counts.length > RATE_CHECKS && now - (counts.shift() ?? now) < bytes) tooSlow();
  }, windowMs / RATE_CHECKS);
  return () => clearInterval(timer);
}
