import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type ScreenKind, WEIGHT } from "../../bench/budgets.ts";
import { PHONE, scrollToEnd, settle, weigh, weightRows } from "../../bench/weight.ts";
import { detailedPhotograph } from "../files/samples.ts";
import { launchChromium } from "../support/browser/browser.ts";
import { isDeep, someOf } from "../support/fuzz/repetitions.ts";
import { StaffClient } from "../support/product/staff-client.ts";

// What visitors pay when staff put large photographs (in depth of 12 megapixels) everywhere that a picture can stand.

/** Nothing was ever stored here. */
const LOST = "/files/uploads/01930000-0000-7000-8000-00000000dead.jpg";

/** Articles on a page of the list; this one is of ours alone. */
const FULL = 12;
const TAG = "photographies";

const { url, administrator } = inject("site");
let staff: StaffClient;
let browser: Browser;
let photograph = "";

beforeAll(async () => {
  browser = await launchChromium();
  staff = new StaffClient(url, administrator);
  photograph = (
    await staff.uploaded(await detailedPhotograph(isDeep ? 4_000 : 2_000), "DSC_0042.JPG")
  ).url;
  const prepared = async () => {
    const { headers } = await fetch(url + variant("1200.jpg"));
    expect(headers.get("content-type")).toBe("image/jpeg");
  };
  await vi.waitFor(prepared, { timeout: 240_000, interval: 500 });
}, 250_000);
afterAll(async () => {
  await browser?.close();
});

const variant = (ending: string) => photograph.replace(/\.jpg$/, `-${ending}`);

/** Makes a record by its form; its id. */
async function made(list: string, fields: Record<string, string>): Promise<string> {
  const answer = await staff.post(`${list}/new`, fields);
  if (answer.status !== 302) throw new Error(`${list}: ${answer.status} ${await answer.text()}`);
  const search = new URLSearchParams({ q: fields.title ?? fields.name ?? "" });
  const visible = await (await staff.get(`${list}?${search}`)).text();
  const id = new RegExp(`${list}/([0-9a-f-]{36})`).exec(visible)?.[1];
  if (!id) throw new Error(`${list} does not show ${search}`);
  return id;
}

const ARTICLE = { excerpt: "Hier.", content: "Elle fut belle.", category: "Compétition" };

/** Each place where staff put a picture: makes it, and says where visitors see it. */
const PLACES: Record<string, { kind: ScreenKind; make: (picture: string) => Promise<string> }> = {
  "an article": {
    kind: "story",
    make: async (image_url) =>
      `/news/${await made("/admin/news", { ...ARTICLE, title: "Finale", image_url, published: "published" })}`,
  },
  "a page of sections": {
    kind: "home",
    make: async (image_url) => {
      const slug = `page-${Math.random().toString(36).slice(2, 8)}`;
      const id = await made("/admin/pages", { title: slug, slug, status: "published" });
      const section = { is_active: "on", title: "Le tournoi", image_url };
      const sections: Record<string, string>[] = [
        { section_type: "hero" },
        { section_type: "image", alt: "La salle" },
        { section_type: "gallery", "images.0.url": image_url, "images.0.alt": "La finale" },
      ];
      for (const own of sections) {
        const answer = await staff.post(`/admin/pages/${id}/sections/new`, { ...section, ...own });
        expect(answer.status).toBe(302);
      }
      return `/${slug}`;
    },
  },
  "an event": {
    kind: "story",
    make: async (image_url) =>
      `/events/${await made("/admin/events", {
        title: "Coupe",
        description: "Deux jours.",
        location: "Kindia",
        date: "2031-05-17",
        category: "Tournoi",
        type: "in-person",
        max_participants: "50",
        price: "0",
        currency: "XOF",
        status: "upcoming",
        image_url,
      })}`,
  },
  "the list of partners": {
    kind: "list",
    make: async (logo_url) => {
      const words = { name: "Imprimerie", description: "Elle imprime." };
      const states = { partnership_type: "sponsor", status: "active" };
      await made("/admin/partners", { ...words, ...states, logo_url });
      return "/partners";
    },
  },
  "the leaders": {
    kind: "list",
    make: async (image_url) => {
      const words = { name: "Aminata Diallo", position: "Trésorière", bio: "Elle compte." };
      await made("/admin/leadership", { ...words, image_url, is_active: "on" });
      return "/about";
    },
  },
};

/** The pictures of a page whose addresses begin so, as its browser shows them. */
function picturesOf(stem: string) {
  return [...document.images]
    .filter((picture) => picture.currentSrc.includes(stem))
    .map((picture) => ({
      shown: new URL(picture.currentSrc).pathname,
      sized: picture.width > 0 && picture.hasAttribute("width") && picture.hasAttribute("height"),
      described: picture.hasAttribute("alt"),
      ratio: picture.naturalWidth / (picture.getBoundingClientRect().width * devicePixelRatio),
    }));
}

test.each(someOf(Object.entries(PLACES), 2))(
  "in %s the photograph is shown small, in a small format, within the page's budget",
  async (_place, { kind, make }) => {
    const address = await make(photograph);
    await settle(url, [address]);
    const weight = await weigh(browser, url, address);
    const over = weightRows({ address, kind }, weight)
      .filter((row) => !row.ok)
      .map((row) => `${row.what}: ${row.measured}, budget ${row.budget}`);
    expect(over, weight.detail.join("\n")).toEqual([]);

    const context = await browser.newContext({ ...PHONE, baseURL: url });
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(scrollToEnd);
    const stem = photograph.replace(/\.jpg$/, "");
    await expect.poll(() => page.evaluate(picturesOf, stem)).not.toEqual([]);
    for (const picture of await page.evaluate(picturesOf, stem)) {
      expect(picture).toMatchObject({ sized: true, described: true });
      expect(picture.shown).toMatch(/-(?:320|480|640|960)\.avif$/);
      expect(picture.ratio, picture.shown).toBeLessThan(2.5);
    }
    await context.close();
  },
);

test("a whole page of news, each with a photograph of its own, keeps to the budget", async () => {
  for (let place = 0; place < FULL; place++) {
    const article = { ...ARTICLE, title: `Journée ${place}`, tags: TAG, published: "published" };
    await made("/admin/news", { ...article, image_url: photograph });
  }
  // The pages hear of an article a moment after it is stored.
  const last = `Journée ${FULL - 1}`;
  await vi.waitFor(async () =>
    expect(await (await fetch(`${url}/news/tag/${TAG}`)).text()).toContain(last),
  );
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  await page.goto(`/news/tag/${TAG}`);
  await page.evaluate(scrollToEnd);
  const visible = await page.evaluate(picturesOf, photograph.replace(/\.jpg$/, ""));
  await context.close();
  // Ours are the newest: the page has no other pictures, but for the mark, and there is another page.
  expect(visible.length).toBe(FULL);
  expect(visible.length + 2).toBeLessThanOrEqual(WEIGHT.list.requests);
  // One file here, so it travels once; theirs would each travel.
  const weights = visible.map(async (picture) => {
    const answer = await fetch(url + picture.shown);
    expect(answer.status, picture.shown).toBe(200);
    return (await answer.arrayBuffer()).byteLength;
  });
  const total = (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0);
  expect(total, visible.map(({ shown }) => shown).join("\n")).toBeLessThanOrEqual(
    WEIGHT.list.pictures,
  );
}, 60_000);

test("a picture that is not there any more gives way to the drawn one of its kind", async () => {
  const title = "Sans image";
  const id = await made("/admin/news", {
    ...ARTICLE,
    title,
    image_url: LOST,
    published: "published",
  });
  const page = await browser.newPage({ baseURL: url });
  await page.goto(`/news/${id}`);
  await expect
    .poll(() => page.evaluate(picturesOf, "/pictures/placeholder-news"))
    .toMatchObject([{ sized: true, described: true }]);
  await page.close();
});
