import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { log } from "../../app/core/log/log.server.ts";
import { currentTime } from "../../app/core/process/clock.ts";
import { replaceFile } from "../../app/core/storage/line-file.server.ts";
import { DAY, MINUTE } from "../../app/core/values/durations.ts";
import type { PageCache, StoredPage } from "./page-cache.ts";

// The cached pages are also stored on disk, so that a start while the database is away can serve them.

/** Ten times what the most visited pages take. */
const MAX_BYTES = 4 * 1024 * 1024;
const EVERY_MS = 5 * MINUTE;
/** Older pages would announce events that are over. */
const MAX_AGE_MS = 7 * DAY;

const schema = z.object({
  build: z.string(),
  at: z.coerce.date(),
  pages: z.array(
    z.object({
      key: z.string(),
      status: z.number().int(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      reads: z.array(z.string()),
      body: z.string(),
    }),
  ),
});

const fileIn = (dataDir: string) => join(dataDir, "last-pages.json");

/**
 * Loads the stored pages into the cache, to be served while the database is away.
 * @param build The version that rendered them: pages of another version refer to files that are gone.
 */
export function loadCachedPages(cache: PageCache, dataDir: string, build: string): void {
  let pages: StoredPage[] = [];
  try {
    const stored = schema.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
    const age = currentTime().getTime() - stored.at.getTime();
    if (stored.build === build && age < MAX_AGE_MS) pages = stored.pages;
  } catch {
    // Missing or unreadable: visitors get the 503 page.
  }
  cache.importPages(pages);
}

/** Stores the pages at intervals. Returns a function that stores them once more and stops. */
export function startSavingPages(cache: PageCache, dataDir: string, build: string): () => void {
  const write = () => {
    const pages = cache.exportPages(MAX_BYTES);
    // While the database is away no page is fresh, and the stored ones stay.
    if (pages.length === 0) return;
    try {
      replaceFile(fileIn(dataDir), JSON.stringify({ build, at: currentTime(), pages }));
    } catch (error) {
      // The health checks report a full disk.
      log.warn({ err: error }, "the pages for a start without a database were not kept");
    }
  };
  const timer = setInterval(write, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    write();
  };
}
