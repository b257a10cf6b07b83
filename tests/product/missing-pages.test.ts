import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mappedRoutes } from "../support/browser/site-map.ts";
import { faultsOf, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// Addresses that nobody gave out, on the built product: one page for all of a kind, which names none.

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

const ARTICLE = "01930000-0000-7000-8000-000000001001";
const token = () => randomBytes(24).toString("base64url");
/** What can stand at each variable place, and is nothing of ours: letters that a page shows nowhere else. */
const INVENTED: Record<string, () => string[]> = {
  id: () => [randomUUID(), "zqxj-not-an-id"],
  token: () => [token(), token() + token(), "zqxj"],
  slug: () => [`zqxj-${randomBytes(4).toString("hex")}`, "Zqxj%20%C3%A9", "home"],
  number: () => ["64999", "zqxj"],
  code: () => ["ZQXJZQXJZQXJ", "zqxj"],
  tag: () => [`zqxj${randomBytes(4).toString("hex")}`, "z".repeat(200)],
  "*": () => [`zqxj/${randomUUID()}`, "zqxj/%3Cscript%3E/x"],
};

const screens = (await mappedRoutes())
  .filter(({ pattern, file }) => file.endsWith(".page.tsx") && /[:*]/.test(pattern))
  // What stands on a card is in its address: a wrong one is told what is wrong with it, and nothing is kept.
  .filter(({ pattern }) => !pattern.endsWith("/V/:code"))
  .map(({ pattern }) => pattern);

const addressesOf = (pattern: string) => {
  const name = /:(\w+)|\*/.exec(pattern);
  const make = INVENTED[name?.[1] ?? "*"];
  if (!make) throw new Error(`nothing invented for ${pattern}: add it here`);
  return make().map((value) => ({ value, address: pattern.replace(/:\w+|\*/, value) }));
};

test("each kind of address has one page for all that is not there, without what was typed", async () => {
  const faults = await faultsOf(screens, async (pattern) => {
    const wrong: string[] = [];
    const bodies = new Set<string>();
    for (const { value, address } of addressesOf(pattern)) {
      const answer = await site.get(address);
      const html = await answer.text();
      if (answer.status !== 404) wrong.push(`${address}: ${answer.status}`);
      bodies.add(html);
      for (const part of [value, decodeURIComponent(value)]) {
        if (part !== "home" && html.includes(part)) wrong.push(`${address} is repeated`);
      }
    }
    if (bodies.size !== 1) wrong.push(`${pattern} has ${bodies.size} pages`);
    const [html = ""] = bodies;
    const needed = [
      `<html lang="${pattern.startsWith("/en/") ? "en" : "fr"}">`,
      'content="noindex"',
      "<h1",
      // The switch leads to what is there in both languages.
      '<a href="/" lang="fr"',
      '<a href="/en" lang="en"',
    ];
    wrong.push(...needed.filter((text) => !html.includes(text)).map((one) => `${pattern}: ${one}`));
    const more = /rel="canonical"|hrefLang="x-default"|og:url/.exec(html)?.[0];
    return more ? [...wrong, `${pattern}: ${more}`] : wrong;
  });
  expect(faults).toEqual([]);
});

test("it is answered to HEAD, revalidated, and compressed as it was asked", async () => {
  const faults = await faultsOf(screens, async (pattern) => {
    const [{ address } = { address: "" }] = addressesOf(pattern);
    const first = await site.get(address, { headers: { "accept-encoding": "gzip" } });
    const etag = first.headers.get("etag") ?? "";
    const again = await site.get(address, { headers: { "if-none-match": etag } });
    const head = await site.get(address, { method: "HEAD" });
    const seen = [first.headers.get("content-encoding"), again.status, head.status];
    const isRight = `${seen} ${await head.text()}` === "gzip,304,404 ";
    return isRight ? undefined : `${address}: ${seen}`;
  });
  expect(faults).toEqual([]);
});

test("a list has nothing after what is not among it, and goes on after what is", async () => {
  const faults = await faultsOf(
    [
      `/news?before=${randomUUID()}`,
      "/news?before=zqxj",
      `/en/news?before=${"9".repeat(3_000)}`,
      `/news/tag/championnat?before=${randomUUID()}`,
      `/events?before=${randomUUID()}`,
      "/en/events?before=zqxj&category=Tournoi",
      // An event that is still to come is not among those that were.
      "/events?before=01930000-0000-7000-8000-000000002001",
    ],
    async (address) => {
      const answer = await site.get(address);
      const before = new URLSearchParams(address.split("?")[1]).get("before") ?? "";
      const isRight = answer.status === 404 && !(await answer.text()).includes(before);
      return isRight ? undefined : `${address.slice(0, 80)}: ${answer.status}`;
    },
  );
  expect(faults).toEqual([]);
  const answer = await site.get(`/news?before=${ARTICLE}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain(`href="/news/${ARTICLE}"`);
});

test("what is added to an address makes another page only where the page reads it", async () => {
  const tagOf = async (address: string) =>
    (await site.get(address)).headers.get("etag")?.slice(0, 17);
  // Of pages that no other test changes meanwhile.
  const same = [
    ["/contact", "?map=2"],
    ["/contact", "?utm_source=x&fbclid=y"],
    ["/membership", "?type=zqxj&before=abc"],
  ] as const;
  for (const [address, query] of same) {
    const plain = await tagOf(address);
    expect(plain).toBeDefined();
    expect(await tagOf(address + query), address + query).toBe(plain);
  }
  const map = await tagOf("/contact?map=1&x=2");
  expect(map).not.toBe(await tagOf("/contact"));
  expect(await tagOf("/contact?y=3&map=1")).toBe(map);
  const answer = await site.get(`/en/membership?type=${randomUUID()}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/en/membership"]);
});
