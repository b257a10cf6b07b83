import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { photograph } from "../files/samples.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// What stands for a page where it is passed on, and the icons of the site: drawn when somebody asks, once, of what
// is public, under addresses that change with it.

// A picture takes a moment of a processor that others use too.
vi.setConfig({ testTimeout: 120_000 });
const SOON = { timeout: 20_000 };

let postgres: PostgresServer;
let product: Product;
let staff: StaffClient;
let client: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  const signs = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
  product = await startProduct({ DATABASE_URL: postgres.url, ...signs });
  staff = await StaffClient.signIn(product.url);
  client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await product?.stop();
  await postgres?.remove();
});

const visit = (address: string, init: RequestInit = {}) =>
  fetch(product.url + address, { redirect: "manual", ...init });
const property = (html: string, name: string) =>
  new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
async function pictureOf(page: string): Promise<string> {
  const address = property(await (await visit(page)).text(), "og:image") ?? "";
  return new URL(address).pathname;
}
const drawn = () => readdirSync(join(product.dataDir, "drawn"));

const ARTICLE = "01930000-0000-7000-8000-000000001001";
const page = `/news/${ARTICLE}`;
const someEvent = async () => {
  const { rows } = await client.query("select id from events order by date desc limit 1");
  return `/events/${rows[0].id}`;
};

describe("the picture of a page", () => {
  test.each([
    ["an article", async () => page],
    ["an event", someEvent],
    ["any other page", async () => "/contact"],
  ])("of %s is drawn in both languages, as WhatsApp shows them", async (_what, path) => {
    const own = await path();
    const addresses = [await pictureOf(own), await pictureOf(`/en${own}`)];
    expect(new Set(addresses).size).toBe(2);
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
    const html = await (await visit(await someEvent())).text();
    expect(property(html, "og:image:width")).toBe("1200");
    expect(property(html, "og:image:height")).toBe("630");
    expect(property(html, "og:image:alt")).toMatch(/, \d.*20\d\d/);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"');
  });

  test("is drawn once for a thousand who ask at once, also without its body", async () => {
    await client.query("update news set title = title || ' bis' where id = $1", [ARTICLE]);
    await expect.poll(async () => (await visit(page)).text(), SOON).toContain(" bis");
    const [address, before] = [await pictureOf(page), drawn().length];
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, place) =>
        visit(address, { method: place % 2 ? "HEAD" : "GET" }).then(async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(drawn()).toHaveLength(before + 1);
    const head = await visit(address, { method: "HEAD" });
    expect(await head.text()).toBe("");
  });

  test("under another hash leads to what it is now, and nothing is drawn for it", async () => {
    const now = await pictureOf(page);
    const other = (hash: string) => visit(now.replace(/[\w-]{16}\.jpg$/, `${hash}.jpg`));
    // After a thousand at once, a busy machine may give what stands in for it for a moment.
    await expect.poll(async () => (await other("y".repeat(16))).status, SOON).toBe(302);
    const before = drawn();
    for (let place = 0; place < 50; place++) {
      const hash = String(place).padStart(16, "x");
      const answer = await other(hash);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(now);
    }
    for (const name of ["x.jpg", "site-fr-short.jpg", `news-x-fr-${"a".repeat(16)}.jpg`, "..%2F"]) {
      expect((await visit(`/share/${name}`)).status, name).toBe(404);
    }
    expect(drawn()).toEqual(before);
  });

  test("changes with the title, the photograph behind an address, the name and the logo", async () => {
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
    await client.query("update news set title = 'Un autre titre' where id = $1", [ARTICLE]);
    await changed("title");
    const { id, url } = await staff.uploaded(await photograph(1600, 900), "Finale.jpg");
    await client.query("update news set image_url = $2 where id = $1", [ARTICLE, url]);
    await changed("photograph");
    const other = await photograph(1500, 1000);
    const replaced = await fetch(
      `${product.url}/admin/files/${id}/replace?${new URLSearchParams({ filename: "b.jpg" })}`,
      {
        method: "POST",
        headers: { cookie: staff.cookie, origin: product.url },
        body: new Uint8Array(other),
      },
    );
    expect(await replaced.text()).toContain('"progress":100');
    await changed("content of the photograph");
    await client.query(`insert into site_settings (id, setting_key, setting_value, is_public)
      values (gen_random_uuid(), 'federation', '{"name":"Une fédération"}', true)
      on conflict (setting_key) do update set setting_value =
        site_settings.setting_value || '{"name":"Une fédération"}'`);
    await changed("name");
    for (const old of seen) expect([200, 302]).toContain((await visit(old)).status);
  });

  test("of a draft is there for nobody, however well its address is known", async () => {
    const address = await pictureOf(page);
    expect((await visit(address)).status).toBe(200);
    await client.query("update news set published = false where id = $1", [ARTICLE]);
    expect((await visit(address)).status).toBe(404);
    expect((await staff.get(address)).status).toBe(404);
    await client.query("update news set published = true where id = $1", [ARTICLE]);
    expect((await visit(address)).status).toBe(200);
  });

  test("that was never finished is not served, and is drawn again", async () => {
    const address = await pictureOf(page);
    await visit(address);
    const name = `${address.slice(-20)}`;
    writeFileSync(join(product.dataDir, "drawn", name), "");
    const bytes = Buffer.from(await (await visit(address)).arrayBuffer());
    expect((await sharp(bytes).metadata()).width).toBe(1200);
  });

  test("is the site's where its photograph is not for visitors to see", async () => {
    const { url } = await staff.uploaded(await photograph(900, 900), "secret.jpg", {});
    await client.query("update news set image_url = $2 where id = $1", [ARTICLE, url]);
    await client.query("update static_files set is_public = false where file_url = $1", [url]);
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
      expect(manifest.name).toBe(lang === "fr" ? "Une fédération" : "Guinean Esports Federation");
      for (const { src, sizes } of manifest.icons) {
        const icon = await visit(src);
        expect(icon.headers.get("cache-control"), src).toContain("immutable");
        const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
        expect(`${width}x${height}`).toBe(sizes);
      }
    }
  });

  test("follow the logo; one that cannot be drawn leaves the drawn one", async () => {
    const setLogo = (address: string) =>
      client.query(
        `insert into site_settings (id, setting_key, setting_value, is_public)
          values (gen_random_uuid(), 'site_logo', $1, true)
          on conflict (setting_key) do update set setting_value = excluded.setting_value`,
        [JSON.stringify({ main_logo: address })],
      );
    const etag = async () => (await visit("/favicon.ico")).headers.get("etag");
    const [first, inHead] = [await etag(), await (await visit("/about")).text()];
    const { url } = await staff.uploaded(await photograph(300, 40), "logo.jpg");
    await setLogo(url);
    await expect.poll(etag, SOON).not.toBe(first);
    const address = /<link rel="icon" href="([^"]+)"/;
    const before = address.exec(inHead)?.[1];
    await expect
      .poll(async () => address.exec(await (await visit("/about")).text())?.[1], SOON)
      .not.toBe(before);
    expect((await visit(before ?? "")).status).toBe(200);
    await setLogo("https://ailleurs.example/logo.png");
    await expect.poll(etag, SOON).toBe(first);
    expect((await visit("/about")).status).toBe(200);
  });

  test.each(["/icons/33.png", "/icons/32.gif", "/icons/..%2f32.png", "/icons/32-x.png"])(
    "are nothing at %s",
    async (address) => expect((await visit(address)).status).toBe(404),
  );
});
