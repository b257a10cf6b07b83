import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { photograph } from "../files/samples.ts";
import { type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// What stands for a page where it is passed on, and the icons of the site: drawn when somebody asks, once, of what
// is public, under addresses that change with it.

const SOON = { timeout: 20_000 };

let site: OpenSite;
let article: string;
let event: string;
let page: string;
beforeAll(async () => {
  site = await openSharedSite();
  article = await site.insert("news", {
    title: "Une finale",
    category: "Communiqué",
    published: true,
  });
  event = await site.insert("events", { title: "La coupe", date: "2033-05-17" });
  page = `/news/${article}`;
});
afterAll(() => site?.close());

const visit = (address: string, init: RequestInit = {}) => site.get(address, init);
const property = (html: string, name: string) =>
  new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
async function pictureOf(page: string): Promise<string> {
  const address = property(await (await visit(page)).text(), "og:image") ?? "";
  return new URL(address).pathname;
}
const drawn = () => readdirSync(join(site.dataDir, "drawn"));
const change = (values: string, ...more: unknown[]) =>
  site.query(`update news set ${values} where id = $1`, [article, ...more]);

describe("the picture of a page", () => {
  test("is drawn in both languages, as WhatsApp shows them", async () => {
    const addresses = await Promise.all(
      [page, `/en${page}`, `/events/${event}`, "/contact", "/en/contact"].map(pictureOf),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) {
      const answer = await visit(address);
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      expect(answer.headers.get("cache-control")).toContain("immutable");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.length).toBeLessThan(100_000);
      const { width, height } = await sharp(bytes).metadata();
      expect({ width, height }).toEqual({ width: 1200, height: 630 });
    }
  });

  test("is told with its size and its words", async () => {
    const html = await (await visit(`/events/${event}`)).text();
    expect(property(html, "og:image:width")).toBe("1200");
    expect(property(html, "og:image:height")).toBe("630");
    expect(property(html, "og:image:alt")).toMatch(/, \d.*20\d\d/);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"');
  });

  test("is drawn once for all who ask at once, also without its body", async () => {
    await change("title = title || ' bis'");
    await expect.poll(async () => (await visit(page)).text(), SOON).toContain(" bis");
    const [address, before] = [await pictureOf(page), drawn().length];
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, place) => {
        const answer = await visit(address, { method: place % 2 ? "HEAD" : "GET" });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(drawn()).toHaveLength(before + 1);
    const head = await visit(address, { method: "HEAD" });
    expect(await head.text()).toBe("");
  });

  test("under another hash leads to what it is now, and nothing is drawn for it", async () => {
    const now = await pictureOf(page);
    const before = drawn();
    for (const hash of ["y".repeat(16), "0123456789abcdef"]) {
      const answer = await visit(now.replace(/[\w-]{16}\.jpg$/, `${hash}.jpg`));
      expect([answer.status, answer.headers.get("location")]).toEqual([302, now]);
    }
    for (const name of ["x.jpg", "site-fr-short.jpg", `news-x-fr-${"a".repeat(16)}.jpg`, "..%2F"]) {
      expect((await visit(`/share/${name}`)).status, name).toBe(404);
    }
    expect(drawn()).toEqual(before);
  });

  test("changes with the title and the photograph behind an address", async () => {
    const seen = new Set([await pictureOf(page)]);
    const changed = async (what: string) => {
      const is = async () => seen.has(await pictureOf(page));
      await expect.poll(is, { ...SOON, message: what }).toBe(false);
      const address = await pictureOf(page);
      seen.add(address);
      const answer = await visit(address);
      expect(answer.status, what).toBe(200);
      expect(answer.headers.get("cache-control"), what).toContain("immutable");
    };
    await change("title = 'Un autre titre'");
    await changed("title");
    const { id, url } = await site.staff.uploaded(await photograph(640, 360), "Finale.jpg");
    await change("image_url = $2", url);
    await changed("photograph");
    const other = await photograph(600, 400);
    const replaced = await site.get(`/admin/files/${id}/replace?filename=b.jpg`, {
      method: "POST",
      headers: { cookie: site.administrator, origin: site.url },
      body: new Uint8Array(other),
    });
    expect(await replaced.text()).toContain('"progress":100');
    await changed("content of the photograph");
    for (const old of seen) expect([200, 302]).toContain((await visit(old)).status);
  });

  test("of a draft is there for nobody, however well its address is known", async () => {
    const address = await pictureOf(page);
    expect((await visit(address)).status).toBe(200);
    await change("published = false");
    expect((await visit(address)).status).toBe(404);
    expect((await site.staff.get(address)).status).toBe(404);
    await change("published = true");
    expect((await visit(address)).status).toBe(200);
  });

  test("is the site's where its photograph is not for visitors to see", async () => {
    const { url } = await site.staff.uploaded(await photograph(300, 300), "secret.jpg", {});
    await change("image_url = $2", url);
    await site.query("update static_files set is_public = false where file_url = $1", [url]);
    await expect.poll(async () => (await visit(await pictureOf(page))).status, SOON).toBe(200);
  });
});

describe("the icons", () => {
  test("are there where browsers look for them, and in the manifest of both languages", async () => {
    for (const address of ["/favicon.ico", "/apple-touch-icon.png", "/icons/32.png"]) {
      const answer = await visit(address);
      expect(answer.status, address).toBe(200);
      const etag = answer.headers.get("etag") ?? "";
      expect((await visit(address, { headers: { "if-none-match": etag } })).status).toBe(304);
    }
    for (const [prefix, lang] of [
      ["", "fr"],
      ["/en", "en"],
    ]) {
      expect(await (await visit(`${prefix}/about`)).text()).toContain(
        `<link rel="manifest" href="${prefix}/manifest.webmanifest"`,
      );
      const answer = await visit(`${prefix}/manifest.webmanifest`);
      expect(answer.headers.get("content-type")).toContain("application/manifest+json");
      const manifest = await answer.json();
      expect(manifest).toMatchObject({ lang, short_name: "FGE" });
      expect(manifest.name).toMatch(lang === "fr" ? /^Fédération/ : /^Guinean Esports Federation$/);
      for (const { src, sizes } of manifest.icons) {
        const icon = await visit(src);
        expect(icon.headers.get("cache-control"), src).toContain("immutable");
        const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
        expect(`${width}x${height}`).toBe(sizes);
      }
    }
  });

  test("are nothing under any other name", async () => {
    for (const name of ["33.png", "32.gif", "..%2f32.png", "32-x.png"]) {
      expect((await visit(`/icons/${name}`)).status, name).toBe(404);
    }
  });
});
