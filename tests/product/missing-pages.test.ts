import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { mappedRoutes } from "../support/site-map.ts";

// Addresses that nobody gave out, on the built product: one page for all of a kind, which names none.

let postgres: PostgresServer;
let product: Product;
beforeAll(async () => {
  postgres = await startPostgres();
  product = await startProduct({ DATABASE_URL: postgres.url, PAYMENTS_SIMULATED: "1" });
});
afterAll(async () => {
  await product?.stop();
  await postgres?.remove();
});

const get = (address: string, init: RequestInit = {}) =>
  fetch(product.url + address, { redirect: "manual", ...init });

const ARTICLE = "01930000-0000-7000-8000-000000001001";
const token = () => randomBytes(24).toString("base64url");
/** What can stand at each variable place, and is nothing of ours: letters that a page shows nowhere else. */
const INVENTED: Record<string, () => string[]> = {
  id: () => [randomUUID(), "zqxj-not-an-id"],
  token: () => [token(), token() + token(), "zqxj"],
  slug: () => [`zqxj-${randomBytes(4).toString("hex")}`, "Zqxj%20%C3%A9", "home"],
  tag: () => [`zqxj${randomBytes(4).toString("hex")}`, "z".repeat(200)],
  "*": () => [`zqxj/${randomUUID()}`, "zqxj/%3Cscript%3E/x"],
};

const screens = (await mappedRoutes())
  .filter(({ pattern, file }) => file.endsWith(".page.tsx") && /[:*]/.test(pattern))
  .map(({ pattern }) => pattern);

const addressesOf = (pattern: string) => {
  const name = /:(\w+)|\*/.exec(pattern);
  const make = INVENTED[name?.[1] ?? "*"];
  if (!make) throw new Error(`nothing invented for ${pattern}: add it here`);
  return make().map((value) => ({ value, address: pattern.replace(/:\w+|\*/, value) }));
};

describe.each(screens)("%s", (pattern) => {
  const english = pattern.startsWith("/en/");

  test("has one page for all that is not there, without the address that was typed", async () => {
    const bodies = new Set<string>();
    for (const { value, address } of addressesOf(pattern)) {
      const answer = await get(address);
      expect(answer.status, address).toBe(404);
      const html = await answer.text();
      bodies.add(html);
      for (const part of [value, decodeURIComponent(value)]) {
        if (part !== "home") expect(html, address).not.toContain(part);
      }
    }
    expect(bodies.size).toBe(1);
    const [html = ""] = bodies;
    expect(html).toContain(`<html lang="${english ? "en" : "fr"}">`);
    expect(html).toContain('content="noindex"');
    expect(html).not.toMatch(/rel="canonical"|hrefLang="x-default"|og:url/);
    expect(html).toMatch(/<h1/);
    // The switch leads to what is there in both languages.
    expect(html).toMatch(/<a href="\/" lang="fr"/);
    expect(html).toMatch(/<a href="\/en" lang="en"/);
  });

  test("is answered to HEAD, revalidated, and compressed as it was asked", async () => {
    const [{ address } = { address: "" }] = addressesOf(pattern);
    const first = await get(address, { headers: { "accept-encoding": "gzip" } });
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const etag = first.headers.get("etag") ?? "";
    const again = await get(address, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    const head = await get(address, { method: "HEAD" });
    expect(head.status).toBe(404);
    expect(await head.text()).toBe("");
  });
});

describe("a list", () => {
  // The addresses are told by their number: one of them is long.
  test.each([
    `/news?before=${randomUUID()}`,
    "/news?before=zqxj",
    `/en/news?before=${"9".repeat(3_000)}`,
    `/news/tag/championnat?before=${randomUUID()}`,
    `/events?before=${randomUUID()}`,
    "/en/events?before=zqxj&category=Tournoi",
    // An event that is still to come is not among those that were.
    "/events?before=01930000-0000-7000-8000-000000002001",
  ])("has nothing after what is not among it (%#)", async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).not.toContain(new URLSearchParams(address.split("?")[1]).get("before"));
  });

  test("goes on after what is among it", async () => {
    const answer = await get(`/news?before=${ARTICLE}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(`href="/news/${ARTICLE}"`);
  });
});

describe("what is added to an address", () => {
  const tagOf = async (address: string) => (await get(address)).headers.get("etag")?.slice(0, 17);

  test.each([
    ["/about", "?map=1&before=abc&register=1"],
    ["/about", "?utm_source=x&fbclid=y"],
    ["/events", "?category=zzz&type=zzz&page=2"],
    ["/resources", "?category=zzz"],
    ["/contact", "?map=2"],
    ["/sitemap.xml", "?x=1"],
    [`/news/${ARTICLE}`, "?before=abc"],
  ])("%s is the same page with %s", async (address, query) => {
    const plain = await tagOf(address);
    expect(plain).toBeDefined();
    expect(await tagOf(address + query)).toBe(plain);
  });

  test("is another page only where the page reads it", async () => {
    const [plain, map] = [await tagOf("/contact"), await tagOf("/contact?map=1&x=2")];
    expect(map).not.toBe(plain);
    expect(await tagOf("/contact?y=3&map=1")).toBe(map);
  });

  test("leads from a membership that is not on offer to those that are", async () => {
    const answer = await get(`/en/membership?type=${randomUUID()}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/en/membership");
    expect(await tagOf("/membership?type=zqxj")).toBe(await tagOf("/membership"));
  });
});

test("a language switched on a page that is not there is remembered", async () => {
  const switched = (referer: string, address: string) =>
    get(address, {
      headers: { referer: product.url + referer, cookie: "lang=en" },
    });
  const french = await switched("/en/zqxj", "/");
  expect(french.status).toBe(200);
  expect(french.headers.get("set-cookie")).toContain("lang=fr");
  const english = await switched("/zqxj", "/en");
  expect(english.headers.get("set-cookie")).toContain("lang=en");
  expect((await switched("/about", "/")).status).toBe(302);
});

test("a page that is not there follows the settings of the site", async () => {
  const visible = async () => (await get(`/zqxj-${randomBytes(3).toString("hex")}`)).text();
  await visible();
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  await client.query(
    `update site_settings set setting_value = jsonb_set(setting_value, '{brand_text}', '"FGE 2030"')
     where setting_key = 'main_navigation'`,
  );
  await client.end();
  await expect.poll(visible, { timeout: 5_000 }).toContain("FGE 2030");
});

test("what is there answers at once after a crowd of what is not", async () => {
  await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      get(n % 2 ? `/news/${randomUUID()}` : `/zqxj/${n}`).then((answer) => answer.arrayBuffer()),
    ),
  );
  expect((await get(`/news/${ARTICLE}`)).status).toBe(200);
});
