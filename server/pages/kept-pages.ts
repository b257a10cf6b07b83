import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { log } from "../../app/core/log/log.server.ts";
import { currentTime } from "../../app/core/process/clock.ts";
import { replaceFile } from "../../app/core/storage/line-file.server.ts";
import { DAY, MINUTE } from "../../app/core/values/durations.ts";
import type { KeptPage, PageCache } from "./page-cache.ts";

// A start without its database has the pages that the site showed last. Nothing else ever reads them.

/** Of their text, whatever is kept: the pages that visitors ask for most fit ten times over. */
const MAX_BYTES = 4 * 1024 * 1024;
const EVERY_MS = 5 * MINUTE;
/** Older ones would promise what is long over. */
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
 * Gives the cache the pages that the site showed before it was started, to be shown while its database is away.
 * @param build Names what made them: those of another version name files that are not there any more.
 */
export function bringPages(cache: PageCache, dataDir: string, build: string): void {
  let pages: KeptPage[] = [];
  try {
    const kept = schema.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
    const age = currentTime().getTime() - kept.at.getTime();
    if (kept.build === build && age < MAX_AGE_MS) pages = kept.pages;
  } catch {
    // There are none, or none that can be read: the site says that it will be back.
  }
  cache.bring(pages);
}

/** Writes the pages down from time to time. Returns what does so once more and ends it. */
export function keepPages(cache: PageCache, dataDir: string, build: string): () => void {
  const write = () => {
    const pages = cache.toKeep(MAX_BYTES);
    // While the database is away none is certain: what was written before stays.
    if (pages.length === 0) return;
    try {
      replaceFile(fileIn(dataDir), JSON.stringify({ build, at: currentTime(), pages }));
    } catch (error) {
      // A full disk has a line of its own among the checks.
      log.warn({ err: error }, "the pages for a start without a database were not kept");
    }
  };
  const timer = setInterval(write, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    write();
  };
}
