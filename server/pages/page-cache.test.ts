import { expect, test, vi } from "vitest";
import { type Entry, matches, PageCache, type RenderedPage } from "./page-cache.ts";

const page = (text: string, over: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: [["content-type", "text/html"]],
  body: Buffer.from(text),
  reads: ["news"],
  degraded: false,
  ...over,
});
const bodyOf = (entry: Entry | RenderedPage) =>
  "variants" in entry ? entry.variants.identity.body.toString() : entry.body.toString();
const MB = 1024 * 1024;

test("200 simultaneous requests for a cold page render it once", async () => {
  const cache = new PageCache(MB);
  let renderings = 0;
  const render = async () => {
    renderings++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return page("hello");
  };
  const answers = await Promise.all(Array.from({ length: 200 }, () => cache.page("/", render)));
  expect(renderings).toBe(1);
  expect(new Set(answers.map(bodyOf))).toEqual(new Set(["hello"]));
});

test("a page that says how it may be stored says nothing else of it", async () => {
  const cache = new PageCache(MB);
  const said = async (headers: [string, string][]) => {
    const entry = await cache.page(`/${headers.length}`, async () => page("gone", { headers }));
    if (!("variants" in entry)) throw new Error("not stored");
    const all = entry.variants.identity.headers;
    return all.filter((_, place) => all[place - 1] === "cache-control");
  };
  expect(await said([["cache-control", "no-store"]])).toEqual(["no-store"]);
  expect(await said([])).toEqual(["public, max-age=0, must-revalidate"]);
});

test("a change of a table makes the pages that read it again, and no other", async () => {
  const cache = new PageCache(MB);
  await cache.page("/news", async () => page("old news"));
  await cache.page("/about", async () => page("about", { reads: ["leadership_team"] }));
  cache.invalidate("news");
  expect(cache.fresh("/news")).toBeUndefined();
  expect(cache.fresh("/about")).toBeDefined();
  expect(bodyOf(await cache.page("/news", async () => page("new news")))).toBe("new news");
});

test("a change that comes while a page is being made is not missed", async () => {
  const cache = new PageCache(MB);
  await cache.page("/news", async () => {
    cache.invalidate("news");
    return page("made from old rows");
  });
  expect(cache.fresh("/news")).toBeUndefined();
});

test("while reads fail, the last good copy is served; then the page is made again", async () => {
  const cache = new PageCache(MB);
  await cache.page("/news", async () => page("good"));
  cache.invalidateAll();
  const degraded = async () => page("samples", { degraded: true });
  expect(bodyOf(await cache.page("/news", degraded))).toBe("good");
  const broken = async () => Promise.reject(new Error("away"));
  expect(bodyOf(await cache.page("/news", broken))).toBe("good");
});

test("samples are never kept, nor errors, nor pages without a word on what they read", async () => {
  const cache = new PageCache(MB);
  const kinds = [{ degraded: true }, { status: 500 }, { reads: null }];
  for (const [place, over] of kinds.entries()) {
    await cache.page(`/${place}`, async () => page("x", over));
    expect(cache.fresh(`/${place}`)).toBeUndefined();
  }
  expect(cache.size.pages).toBe(0);
});

test("a failing page without an earlier copy is an error, and the next request tries again", async () => {
  const cache = new PageCache(MB);
  await expect(cache.page("/", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(bodyOf(await cache.page("/", async () => page("well")))).toBe("well");
});

test("memory is bounded: the pages that were not asked for longest go first", async () => {
  const cache = new PageCache(200_000);
  for (let n = 0; n < 40; n++) {
    await cache.page(`/${n}`, async () => page(`${n}`.padEnd(10_000, "x")));
    await cache.page("/0", async () => page("0".padEnd(10_000, "x")));
  }
  expect(cache.size.bytes).toBeLessThanOrEqual(200_000);
  expect(cache.fresh("/0")).toBeDefined();
  expect(cache.fresh("/1")).toBeUndefined();
});

test("what is gone does not come back while reads fail", async () => {
  const cache = new PageCache(MB);
  await cache.page("/news/1", async () => page("an article"));
  cache.invalidate("news");
  const missing = async () => page("404", { status: 404, reads: null });
  expect(bodyOf(await cache.page("/news/1", missing))).toBe("404");
  expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  const away = async () => Promise.reject(new Error("away"));
  await expect(cache.page("/news/1", away)).rejects.toThrow("away");
});

const long = Array.from(
  { length: 400 },
  (_, n) => `<p class="c${n % 7}">Article ${(n * 7919) % 1000} du championnat de Kankan</p>`,
).join("");

test("the best compression takes the place of the quick one, under the same content tag", async () => {
  const cache = new PageCache(MB);
  const entry = (await cache.page("/", async () => page(long))) as Entry;
  const first = entry.variants.br;
  const changed = expect.poll(() => cache.fresh("/")?.variants.br.etag, { timeout: 20_000 });
  await changed.not.toBe(first.etag);
  const best = cache.fresh("/")?.variants.br;
  expect(best?.body.length).toBeLessThanOrEqual(first.body.length);
  expect(matches(first.etag, entry.tag)).toBe(true);
  expect(matches('"another-br-1"', entry.tag)).toBe(false);
});

test("a page that nobody asks for again is not compressed again", async () => {
  const cache = new PageCache(MB);
  const once = (await cache.page("/once", async () => page(long))) as Entry;
  const twice = (await cache.page("/twice", async () => page(`${long} `))) as Entry;
  const [first, second] = [once.variants.br, twice.variants.br];
  cache.fresh("/twice");
  await expect.poll(() => twice.variants.br, { timeout: 20_000 }).not.toBe(second);
  expect(once.variants.br).toBe(first);
});

test("pages made since a moment that turned out wrong are no good copies, older ones are", async () => {
  const cache = new PageCache(MB);
  await cache.page("/good", async () => page("good"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const moment = performance.now();
  await cache.page("/bad", async () => page("bad"));
  await cache.page("/under-way", async () => {
    cache.dropSince(moment);
    return page("bad");
  });
  const broken = async () => Promise.reject(new Error("wrong"));
  expect(bodyOf(await cache.page("/good", broken))).toBe("good");
  for (const address of ["/bad", "/under-way"]) {
    await expect(cache.page(address, broken), address).rejects.toThrow("wrong");
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  await cache.page("/bad", async () => page("good again"));
  expect(bodyOf(await cache.page("/bad", broken))).toBe("good again");
});

test("a clock that is put back keeps no page from being made again", async () => {
  const cache = new PageCache(MB);
  await cache.page("/news", async () => page("before"));
  cache.invalidateAll();
  await cache.page("/news", async () => page("samples", { degraded: true }));
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 86_400_000);
  try {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(bodyOf(await cache.page("/news", async () => page("after")))).toBe("after");
  } finally {
    clock.mockRestore();
  }
});
