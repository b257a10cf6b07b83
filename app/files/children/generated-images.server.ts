import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { allow } from "../../core/http/rate-limit.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { timeOnDisk } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { HOUR, MINUTE } from "../../core/values/durations.ts";
import { newTemporaryPath, removeTemporaryFiles } from "../upload/temporary-files.server.ts";

// Pictures that the server draws: share pictures and icons. Their name is a hash of what is drawn. They are cached in
// a folder of their own, which can be deleted at any time.

/** Pictures older than this are removed; a request draws them again. */
const MAX_AGE_MS = 60 * 24 * HOUR;
/** About 200 MB. */
const MAX_FILES = 2_500;
/** Drawing takes half a second of a processor, so it is limited. */
const DRAWINGS = { count: 300, perMs: HOUR };
/** Beyond this many pending drawings a request gets no picture. */
const MAX_PENDING = 20;
/** A failed drawing is not tried again before this time. */
const RETRY_AFTER_MS = 10 * MINUTE;
const MAX_FAILURES = 500;

const NAME = /^[\w-]{16}(?:-[\w.]+)?\.(?:jpg|png|ico)$/;

const folder = () => join(env().DATA_DIR, "drawn");

/** One drawing: the file names in the cache, by the suffixes that `draw` writes. */
type Drawing = {
  files: Readonly<Record<string, string>>;
  /** Writes its files beside this path. */
  draw: (local: string) => Promise<unknown>;
};

const pending = new Map<string, Promise<boolean>>();
const failed = new Map<string, number>();

/**
 * A picture, drawn on the first request; once, however many requests there are. Undefined when it cannot be drawn
 * now.
 */
export async function readGenerated(name: string, drawing: Drawing): Promise<Buffer | undefined> {
  const ready = await read(name);
  if (ready) return ready;
  return (await make(name, drawing)) ? read(name) : undefined;
}

/** An empty file, left by a power cut, counts as missing. */
async function read(name: string): Promise<Buffer | undefined> {
  const bytes = await readFile(join(folder(), name)).catch(() => undefined);
  return bytes && bytes.length > 0 ? bytes : undefined;
}

function make(name: string, drawing: Drawing): Promise<boolean> {
  const begun = pending.get(name);
  if (begun) return begun;
  const mayDraw =
    (failed.get(name) ?? 0) < performance.now() &&
    pending.size < MAX_PENDING &&
    allow("draw", "everybody", DRAWINGS);
  if (!mayDraw) return Promise.resolve(false);
  const work = draw(drawing)
    .then(() => true)
    .catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "picture not drawn");
      if (failed.size >= MAX_FAILURES) failed.clear();
      failed.set(name, performance.now() + RETRY_AFTER_MS);
      return false;
    })
    .finally(() => pending.delete(name));
  pending.set(name, work);
  return work;
}

async function draw({ files, draw }: Drawing): Promise<void> {
  const local = await newTemporaryPath();
  try {
    await draw(local);
    await mkdir(folder(), { recursive: true });
    for (const [ending, name] of Object.entries(files))
      await moveIntoPlace(`${local}-${ending}`, name);
  } finally {
    await removeTemporaryFiles(local);
  }
}

/** Two processes may draw the same picture: the second one overwrites the first. */
async function moveIntoPlace(path: string, name: string): Promise<void> {
  const handle = await open(path, "r+");
  await handle.sync().finally(() => handle.close());
  await rename(path, join(folder(), name));
}

/** Removes old pictures, and the oldest ones beyond the maximum. Files with other names stay. */
export async function sweepGenerated(now: Date): Promise<void> {
  const pictures: { path: string; at: number }[] = [];
  for (const name of await readdir(folder()).catch(() => [])) {
    if (!NAME.test(name)) continue;
    const path = join(folder(), name);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile()) pictures.push({ path, at: timeOnDisk(stats.mtime).getTime() });
  }
  pictures.sort((one, other) => other.at - one.at);
  for (const [index, { path, at }] of pictures.entries()) {
    if (index >= MAX_FILES || now.getTime() - at > MAX_AGE_MS) await rm(path, { force: true });
  }
}
