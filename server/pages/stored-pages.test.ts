import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { setClock } from "../../app/core/process/clock.ts";
import { type Entry, PageCache, type RenderedPage } from "./page-cache.ts";
import { loadCachedPages, startSavingPages } from "./stored-pages.ts";

const MB = 1024 * 1024;
const base = mkdtempSync(join(tmpdir(), "stored-pages-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => setClock());

const page = (text: string, over: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: [["content-type", "text/html"]],
  body: Buffer.from(text),
  reads: ["news"],
  degraded: false,
  ...over,
});
const away = async () => page("back soon", { status: 503, degraded: true });
const bodyOf = (answer: Entry | RenderedPage) =>
  "variants" in answer ? answer.variants.identity.body.toString() : answer.body.toString();

/** A site that showed these pages and was stopped. Its data folder. */
async function stoppedSite(...keys: string[]): Promise<string> {
  const folder = mkdtempSync(join(base, "data-"));
  const cache = new PageCache(MB);
  for (const key of keys) await cache.page(key, async () => page(`N'ko ߒߞߏ ${key}`));
  startSavingPages(cache, folder, "one")();
  return folder;
}

/** The next start, before its database is there. */
function started(folder: string, build = "one"): PageCache {
  const cache = new PageCache(MB);
  loadCachedPages(cache, folder, build);
  return cache;
}

test("a start without its database shows the pages of before, and the true ones once it is there", async () => {
  const cache = started(await stoppedSite("/", "/news"));
  expect(cache.fresh("/news")).toBeUndefined();
  expect(bodyOf(await cache.page("/news", away))).toBe("N'ko ߒߞߏ /news");
  expect(bodyOf(await cache.page("/about", away))).toBe("back soon");
  const back = started(await stoppedSite("/"));
  expect(bodyOf(await back.page("/", async () => page("true")))).toBe("true");
});

test("pages of another version, or of more than a week ago, are shown to nobody", async () => {
  const folder = await stoppedSite("/");
  expect(bodyOf(await started(folder, "two").page("/", away))).toBe("back soon");
  setClock(() => Date.now() + 8 * 24 * 3_600_000);
  expect(bodyOf(await started(folder).page("/", away))).toBe("back soon");
});

test("what changed since it was made is not written, and where nothing is certain the former file stays", async () => {
  const folder = await stoppedSite("/");
  const cache = started(folder);
  await cache.page("/news", async () => page("withdrawn"));
  cache.invalidate("news");
  startSavingPages(cache, folder, "one")();
  const next = started(folder);
  expect(bodyOf(await next.page("/news", away))).toBe("back soon");
  expect(bodyOf(await next.page("/", away))).toBe("N'ko ߒߞߏ /");
});

test("a file that is cut or not ours is as good as none", async () => {
  for (const content of ["", '{"build":"one"', '{"build":"one","at":"2026-01-01","pages":[{}]}']) {
    const folder = mkdtempSync(join(base, "data-"));
    writeFileSync(join(folder, "last-pages.json"), content);
    expect(bodyOf(await started(folder).page("/", away))).toBe("back soon");
  }
});

test("what is kept is bounded, and the pages that were asked for last come first", async () => {
  const cache = new PageCache(64 * MB);
  for (const key of ["/old", "/middle", "/new"])
    await cache.page(key, async () => page("x".repeat(1_000)));
  expect(cache.exportPages(2_500).map(({ key }) => key)).toEqual(["/new", "/middle"]);
});
