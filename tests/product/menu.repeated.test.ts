import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldsOfSetting } from "../../app/settings/setting-fields.ts";
import {
  DEFAULT_SETTINGS,
  type MainNavigation,
  type NavigationItem,
  type SiteLogo,
} from "../../app/settings/settings.ts";
import { photograph } from "../files/samples.ts";
import { launchChromium } from "../support/browser/browser.ts";
import { ADMINISTRATOR, officeState } from "../support/browser/office.ts";
import { formsOf } from "../support/forms.ts";
import { isDeep, someOf } from "../support/fuzz/repetitions.ts";
import { type Product, startProduct } from "../support/product/product.ts";
import { StaffClient } from "../support/product/staff-client.ts";

// The menu is written by staff: however many entries it has and however long they are, nothing in the bar
// runs into anything else and every entry can be reached, with and without JavaScript.

const WIDTHS = [360, 560, 768, 1079, 1080, 1200, 1280, 1920];

const LONG = "Développement des compétitions scolaires universitaires";
const submenu = [
  { label: LONG, label_en: "Development of school and university leagues", path: "/about" },
  { label: "Communauté", path: "/membership/community" },
];
const item = (label: string, order: number, more?: Partial<NavigationItem>): NavigationItem => ({
  label,
  label_en: `${order} ${label}`.slice(0, 60).trim(),
  path: `/news/tag/${order}`,
  order,
  ...more,
});
const items = (count: number, of: (order: number) => NavigationItem) =>
  Array.from({ length: count }, (_, order) => of(order));

type Site = { name: string; menu: MainNavigation; logo: SiteLogo };

const { main_navigation: usual, site_logo: mark } = DEFAULT_SETTINGS;
const SITES: Site[] = [
  { name: "as it comes", menu: usual, logo: mark },
  {
    name: "one entry more",
    menu: { ...usual, items: [...usual.items, item("Compétitions", 8, { submenu })] },
    logo: mark,
  },
  {
    name: "twenty long entries, a long name and a large logo",
    menu: {
      brand_text: "Fédération Guinéenne des Jeux et Sports",
      items: items(20, (order) => item(`${LONG} ${order}`, order, order % 9 ? {} : { submenu })),
    },
    logo: { ...mark, width: 240, height: 120 },
  },
  {
    name: "twenty short entries",
    menu: { ...usual, items: items(20, (order) => item(`Jeu ${order}`, order)) },
    logo: mark,
  },
];

let product: Product;
let staff: StaffClient;
let browser: Browser;
let administrator: Parameters<Browser["newContext"]>[0];

beforeAll(async () => {
  product = await startProduct({
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  staff = await StaffClient.signIn(product.url);
  administrator = { storageState: JSON.parse(await officeState(product.url)) };
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function save(form: string, fields: Record<string, string>): Promise<void> {
  const address = `/admin/pages/settings/${form}`;
  const page = await (await staff.get(address)).text();
  const { version = "" } = formsOf(page, address).find((one) => "version" in one) ?? {};
  const answer = await staff.post(address, { ...fields, version });
  expect(answer.headers.get("location"), form).toContain("/admin/pages/settings");
}

/** What is wrong with the bar at the width that the page has now. */
const faultsOfBar = (): string[] => {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push("the page is wider than the screen");
  const bar = document.querySelector(".site-header > div");
  const parts = [...(bar?.children ?? [])].flatMap((part) => [
    ...(part.matches("nav") ? part.querySelectorAll(":scope > ul > li") : [part]),
  ]);
  const boxes = parts
    .map((part) => ({ text: part.textContent || part.tagName, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0);
  for (const [place, { text, box }] of boxes.entries()) {
    if (box.width < 44) faults.push(`${text} is ${box.width} px wide`);
    if (box.left < 0 || box.right > root.clientWidth) faults.push(`${text} is cut off`);
    for (const other of boxes.slice(place + 1)) {
      const apart =
        box.right <= other.box.left + 0.5 ||
        other.box.right <= box.left + 0.5 ||
        box.bottom <= other.box.top + 0.5;
      if (!apart) faults.push(`${text} runs into ${other.text}`);
    }
  }
  const height = bar?.getBoundingClientRect().height ?? 0;
  if (height > (innerWidth < 1080 ? 120 : 104)) faults.push(`the bar is ${height} px high`);
  return faults;
};

/** Opens one menu after the other; what can then be seen, each with what is cut off of it. */
async function reach(page: Page): Promise<{ labels: Set<string>; cut: string[] }> {
  const labels = new Set<string>();
  const cut: string[] = [];
  const look = async () => {
    const links = await page.locator(".site-header nav a").evaluateAll((all) =>
      all
        .filter((link) => link.checkVisibility())
        .map((link) => {
          link.scrollIntoView({ block: "nearest" });
          const { left, right } = link.getBoundingClientRect();
          const fits = left >= 0 && right <= document.documentElement.clientWidth;
          return { label: link.textContent ?? "", fits };
        }),
    );
    for (const { label, fits } of links) {
      labels.add(label);
      if (!fits) cut.push(label);
    }
  };
  await look();
  const menus = page.locator(".site-header details[data-menu]");
  for (const menu of await menus.all()) {
    const toggle = menu.locator(":scope > summary");
    if (!(await toggle.isVisible())) continue;
    await toggle.click();
    await menu.evaluate((whole) => {
      for (const inner of whole.querySelectorAll("details")) inner.open = true;
    });
    await look();
    await toggle.click();
  }
  return { labels, cut };
}

const labelsOf = ({ items: all }: MainNavigation, english: boolean) =>
  all.flatMap((one) =>
    (one.submenu?.length ? one.submenu : [one]).map(({ label, label_en }) =>
      english && label_en ? label_en : label,
    ),
  );

describe.each(isDeep ? SITES : SITES.slice(2, 3))("a menu of $name", ({ menu, logo }) => {
  beforeAll(async () => {
    await save(
      "menu",
      fieldsOfSetting("main_navigation", { ...DEFAULT_SETTINGS, main_navigation: menu }),
    );
    await save("logo", fieldsOfSetting("site_logo", { ...DEFAULT_SETTINGS, site_logo: logo }));
  });

  test.each(
    someOf(
      [
        { address: "/partners", signedIn: false, javaScriptEnabled: true },
        { address: "/en/partners", signedIn: true, javaScriptEnabled: false },
        { address: "/en/partners", signedIn: false, javaScriptEnabled: false },
        { address: "/partners", signedIn: true, javaScriptEnabled: false },
        { address: "/en/partners", signedIn: true, javaScriptEnabled: true },
      ],
      2,
    ),
  )("$address, signed in: $signedIn, JavaScript: $javaScriptEnabled", async (visit) => {
    const { address, signedIn, javaScriptEnabled } = visit;
    const context = await browser.newContext({
      ...(signedIn && administrator),
      javaScriptEnabled,
      baseURL: product.url,
    });
    const expected = labelsOf(menu, address.startsWith("/en"));
    if (signedIn) expected.push("Administration");
    try {
      const page = await context.newPage();
      await page.goto(address);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await page.evaluate(faultsOfBar), `at ${width} px`).toEqual([]);
        if (width !== 360 && width !== 1080) continue;
        const { labels, cut } = await reach(page);
        expect
          .soft(
            expected.filter((label) => !labels.has(label)),
            `at ${width} px`,
          )
          .toEqual([]);
        expect.soft(cut, `cut off at ${width} px`).toEqual([]);
      }
    } finally {
      await context.close();
    }
  });
});

test("on a phone a submenu opens and closes, and stands open where the visitor is", async () => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    baseURL: product.url,
  });
  await save("menu", fieldsOfSetting("main_navigation", DEFAULT_SETTINGS));
  try {
    const page = await context.newPage();
    await page.goto("/");
    const panel = page.locator(".site-header details.menu");
    const community = panel.getByRole("link", { name: "Communauté" });
    await panel.locator(":scope > summary").click();
    expect(await community.isVisible()).toBe(false);
    await panel.getByText("Adhésion", { exact: true }).click();
    expect(await community.isVisible()).toBe(true);
    await panel.getByText("Adhésion", { exact: true }).click();
    expect(await community.isVisible()).toBe(false);
    await page.goto("/membership/community");
    await panel.locator(":scope > summary").click();
    expect(await community.isVisible()).toBe(true);
  } finally {
    await context.close();
  }
});

test("a logo that does not load gives way to the drawn one, in the bar", async () => {
  const logo = { ...mark, main_logo: "/files/uploads/lost.png" };
  await save("logo", fieldsOfSetting("site_logo", { ...DEFAULT_SETTINGS, site_logo: logo }));
  const page = await browser.newPage({ baseURL: product.url });
  try {
    await page.goto("/");
    const pictures = page.locator(".site-header img");
    await page.waitForFunction(() => document.querySelector("[data-replaced]"));
    const sources = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute("src")));
    expect(sources).toEqual([mark.main_logo]);
  } finally {
    await page.close();
  }
});

test("a menu, a name and a logo that staff change are on every page, in its picture and its icons", async () => {
  const read = async (address: string) => (await fetch(product.url + address)).text();
  const etag = async () => (await fetch(`${product.url}/favicon.ico`)).headers.get("etag");
  const shared = async () =>
    /property="og:image" content="([^"]+)"/.exec(await read("/about"))?.[1];
  const iconOf = async () => /<link rel="icon" href="([^"]+)"/.exec(await read("/about"))?.[1];
  const SOON = { timeout: 20_000 };
  const brand = { ...usual, brand_text: "FGE 2030" };
  await save("logo", fieldsOfSetting("site_logo", DEFAULT_SETTINGS));
  await save(
    "menu",
    fieldsOfSetting("main_navigation", { ...DEFAULT_SETTINGS, main_navigation: brand }),
  );
  await expect.poll(() => read("/zqxj-nulle-part"), SOON).toContain("FGE 2030");

  const federation = { ...DEFAULT_SETTINGS.federation, name: "Une fédération" };
  const before = await shared();
  await save("federation", fieldsOfSetting("federation", { ...DEFAULT_SETTINGS, federation }));
  await expect.poll(shared, SOON).not.toBe(before);
  expect(JSON.parse(await read("/manifest.webmanifest")).name).toBe("Une fédération");

  const [drawn, icon] = [await etag(), await iconOf()];
  const { url } = await staff.uploaded(await photograph(300, 40), "logo.jpg");
  const logo = { ...mark, main_logo: url };
  await save("logo", fieldsOfSetting("site_logo", { ...DEFAULT_SETTINGS, site_logo: logo }));
  await expect.poll(etag, SOON).not.toBe(drawn);
  await expect.poll(iconOf, SOON).not.toBe(icon);
  expect((await fetch(new URL(icon ?? "", product.url))).status).toBe(200);
  const elsewhere = { ...mark, main_logo: "https://ailleurs.example/logo.png" };
  await save("logo", fieldsOfSetting("site_logo", { ...DEFAULT_SETTINGS, site_logo: elsewhere }));
  await expect.poll(etag, SOON).toBe(drawn);
});
