import { afterAll, beforeAll, expect, test } from "vitest";
import { isDeep } from "../support/fuzz/repetitions.ts";
import { type OpenSite, openSharedSite, outputOf } from "../support/product/shared-site.ts";

// What a clock publishes and takes away again on two processes of one database, and what is shown before by a link.

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

/** Where an article can be come upon, on one process. */
async function placesOf(url: string, id: string, title: string) {
  const read = async (path: string) => {
    const answer = await fetch(url + path);
    return { status: answer.status, text: await answer.text() };
  };
  const has = async (path: string, words: string) => (await read(path)).text.includes(words);
  return {
    page: (await read(`/news/${id}`)).status === 200,
    english: (await read(`/en/news/${id}`)).status === 200,
    list: await has("/news", title),
    home: await has("/", title),
    feed: await has("/feed.xml", title),
    sitemap: await has("/sitemap.xml", id),
    search: await has("/search?q=zanzibar", `/news/${id}`),
  };
}
const all = (seen: boolean) => ({
  page: seen,
  english: seen,
  list: seen,
  home: seen,
  feed: seen,
  sitemap: seen,
  search: seen,
});
const onBoth = (id: string, title: string) =>
  Promise.all([site.url, site.second.url].map((url) => placesOf(url, id, title)));
const LEAD_MS = 1_500;
/** It is seen within a second of its moment; a busy machine may take longer to answer. */
const SOON = { timeout: isDeep ? LEAD_MS + 1_500 : 15_000, interval: 100 };
const inMs = (ms: number) => new Date(Date.now() + ms);
const LATER = new Date("2090-01-01");

test("an article is seen on two processes from its moment on, and gone from both at its end", async () => {
  const title = "Zanzibar à dix-huit heures";
  const id = await site.insert("news", {
    title,
    excerpt: "Le zanzibar.",
    content: "Un texte.",
    category: "Communiqué",
    published: true,
    public_from: LATER,
  });
  // Every page is kept by both processes by then, the page that is not there included.
  await expect.poll(() => onBoth(id, title), SOON).toEqual([all(false), all(false)]);
  const from = inMs(LEAD_MS);
  await site.query("update news set public_from = $1 where id = $2", [from, id]);
  await expect.poll(() => onBoth(id, title), SOON).toEqual([all(true), all(true)]);
  expect(Date.now()).toBeGreaterThan(from.getTime());
  const until = inMs(LEAD_MS);
  await site.query("update news set public_until = $1 where id = $2", [until, id]);
  await expect.poll(() => onBoth(id, title), SOON).toEqual([all(false), all(false)]);
  expect(Date.now()).toBeGreaterThan(until.getTime());
});

test("a preview link shows its version, says nothing to search engines, and is in no log", async () => {
  const title = "Zanzibar plus tard";
  const id = await site.insert("news", { title, published: true, public_from: LATER });
  const made = await site.staff.post(`/admin/previews/news/${id}.data`, {
    intent: "create",
    days: "1",
  });
  const token = /\/preview\/([\w-]{32})/.exec(await made.text())?.[1] ?? "";
  expect(token).not.toBe("");
  for (const path of [`/preview/${token}`, `/en/preview/${token}`]) {
    const answer = await site.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const text = await answer.text();
    expect(text).toContain(title);
    expect(text).not.toContain('rel="canonical"');
  }
  const pages = new Set<string>();
  for (const other of [token.slice(0, -1), `${token}x`, "x", "x".repeat(32), `${token}%00`]) {
    const answer = await site.get(`/preview/${other}`);
    expect(answer.status, other).toBe(404);
    pages.add(await answer.text());
  }
  expect(pages.size).toBe(1);
  expect((await site.get(`/news/${id}`)).status).toBe(404);
  expect(outputOf(site) + outputOf(site.second)).not.toContain(token);
});
