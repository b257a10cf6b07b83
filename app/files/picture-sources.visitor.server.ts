import { createWriteStream } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { projectRoot } from "../core/process/project-root.server.ts";
import { keyOf, storageOf } from "../core/storage/storage.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { isPicture } from "./files.ts";

// Our pictures that are drawn into others. The mark tells two contents of one address apart.

/** A public picture, with a mark that changes with its content. */
export type PictureSource = { address: string; mark: string };

const BUILT = /^\/pictures\/[\w-]+\.(?:jpg|png|svg)$/;
const REMEMBERED = 5_000;
const MOST_BYTES = 30 * 1024 ** 2;

const cache = new Map<string, PictureSource | null>();
let generation = 0;

/** To be called when static_files changed, or may have changed. */
export function clearPictureSourceCache(): void {
  generation += 1;
  cache.clear();
}

/**
 * The picture at an address: null when it is on another site or not public. A failed query is not cached.
 */
export async function findPictureSource(
  address: string | null | undefined,
): Promise<PictureSource | null> {
  if (!address) return null;
  if (BUILT.test(address)) return { address, mark: "" };
  if (keyOf(address) === undefined) return null;
  const remembered = cache.get(address);
  if (remembered !== undefined) return remembered;
  const before = generation;
  try {
    const source = await read(address);
    if (cache.size >= REMEMBERED) cache.clear();
    if (before === generation) cache.set(address, source);
    return source;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "picture to draw not found");
    return null;
  }
}

/** The same from the cache alone. */
export function cachedPictureSource(address: string): PictureSource | null {
  return BUILT.test(address) ? { address, mark: "" } : (cache.get(address) ?? null);
}

async function read(address: string): Promise<PictureSource | null> {
  const { file_url, file_type, file_size, sha256, updated_at } = staticFiles;
  const [row] = await asVisitor((db) =>
    db
      .select({ type: file_type, size: file_size, sha256, updated_at })
      .from(staticFiles)
      .where(eq(file_url, address))
      .limit(1),
  );
  if (!row || row.size > MOST_BYTES) return null;
  if (!isPicture(row.type) && row.type !== "image/svg+xml") return null;
  return { address, mark: row.sha256 ?? row.updated_at.toISOString() };
}

/** Copies a picture to where the drawing process may read it. */
export async function copyPicture({ address }: PictureSource, path: string): Promise<void> {
  const key = keyOf(address);
  if (key === undefined) await copyFile(join(projectRoot, "build", address), path);
  else await pipeline(await storageOf(key).read(key), createWriteStream(path));
}
