import { DESKTOP, eachWay, expect, PHONE, test } from "../support/browser/journey.ts";
import { fullEvent } from "../support/full-event.ts";

const CLUB = "01930000-0000-7000-8000-000000005002";
const EVENT = "01930000-0000-7000-8000-000000002001";

const LANGUAGES = {
  fr: {
    prefix: "",
    other: "en",
    otherPrefix: "/en",
    news: "Actualités",
    community: "Communauté",
    registration: "Inscription",
    presentation: "Présentation",
    every: "Tous les événements",
    online: "En ligne",
    full: "Complet",
    guides: "Guides pratiques",
    guide: "Guide du jeune joueur",
    download: /Télécharger/,
    file: /^guide-du-jeune-joueur\.pdf$/,
    map: "Afficher la carte interactive",
  },
  en: {
    prefix: "/en",
    other: "fr",
    otherPrefix: "",
    news: "News",
    community: "Community",
    registration: "Registration",
    presentation: "About the event",
    every: "All events",
    online: "Online",
    full: "Full",
    guides: "Practical guides",
    guide: "Young player’s guide",
    download: /Download/,
    file: /^young-player.*guide\.pdf$/,
    map: "Show the interactive map",
  },
} as const;

eachWay(LANGUAGES, (words, { language }) => {
  const home = words.prefix || "/";

  test("from the menu to an article and back, on a phone", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(home);
    await page.locator("header details.menu > summary").click();
    await page.getByRole("navigation").getByRole("link", { name: words.news, exact: true }).click();
    await expect(page.locator("h1")).toHaveText(words.news);
    const first = page.locator("article h3 a").first();
    const title = await first.textContent();
    await first.click();
    await expect(page.locator("h1")).toHaveText(title ?? "");
    await page.locator("article header a").first().click();
    await expect(page.locator("h1")).toHaveText(words.news);
  });

  test("the submenu opens on a desk and leads to the community", async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto(home);
    await page.locator("header nav summary").first().click();
    await page.locator("header").getByRole("link", { name: words.community }).click();
    await expect(page.locator("h1")).toHaveText(words.community);
  });

  test("the language switch keeps the page with what was chosen in it, and is remembered", async ({
    page,
  }) => {
    const html = page.locator("html");
    for (const [address, kept = address] of [
      ["/about"],
      ["/events?category=Championnat&type=in-person"],
      ["/resources?category=guides&utm_source=x", "/resources?category=guides"],
      [`/membership?type=${CLUB}`],
      [`/events/${EVENT}?register=1`],
    ] as const) {
      await page.goto(words.prefix + address);
      await page.locator(`header a[hreflang="${words.other}"]`).first().click();
      await expect(page).toHaveURL((url) => url.pathname + url.search === words.otherPrefix + kept);
      await page.goto("/");
      await expect(html).toHaveAttribute("lang", words.other);
    }
    // Back again on the home page.
    await page.locator(`header a[hreflang="${language}"]`).first().click();
    await expect(html).toHaveAttribute("lang", language);
    await page.goto("/");
    await expect(html).toHaveAttribute("lang", language);
  });

  test("on a phone one registers before one reads, and every event is one step away", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto(`${words.prefix}/events/${EVENT}`);
    const top = async (name: string) =>
      (await page.getByRole("heading", { name, exact: true }).boundingBox())?.y ?? 0;
    expect(await top(words.registration)).toBeLessThan(await top(words.presentation));
    expect(await top(words.registration)).toBeGreaterThan(0);
    await page.locator("main").getByRole("link", { name: words.every }).last().click();
    await expect(page).toHaveURL(/\/events$/);
  });

  test("events and resources are filtered by address, and saved under their title", async ({
    page,
  }) => {
    const cards = page.locator("main article");
    await page.goto(`${words.prefix}/events`);
    await page.getByRole("link", { name: words.online, exact: true }).click();
    await expect(page).toHaveURL(/type=online/);
    await expect(cards).toHaveCount(1);
    await fullEvent("Championnat");
    await page.goto(`${words.prefix}/events?category=Championnat`);
    await cards.filter({ hasText: words.full }).first().locator("h3 a").click();
    await expect(page.getByRole("button", { name: words.full })).toBeDisabled();

    await page.goto(`${words.prefix}/resources`);
    await page.getByRole("link", { name: words.guides, exact: true }).click();
    await expect(cards.filter({ hasText: words.guide })).toHaveCount(1);
    const saved = page.waitForEvent("download");
    await cards
      .filter({ hasText: words.guide })
      .getByRole("link", { name: words.download })
      .click();
    expect((await saved).suggestedFilename()).toMatch(words.file);
  });

  test("the map loads only when asked for", async ({ page }) => {
    await page.route("https://www.openstreetmap.org/**", (route) =>
      route.fulfill({ body: "<p>map</p>" }),
    );
    await page.goto(`${words.prefix}/contact`);
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.getByRole("link", { name: words.map }).click();
    await expect(page.locator("iframe")).toHaveCount(1);
  });
});

test("the header turns solid after 50 px", async ({ page }) => {
  await page.goto("/");
  const header = page.locator(".site-header");
  await expect(header).not.toHaveAttribute("data-solid");
  // Down to the edge and one step beyond it: what the first step would change is there before the second.
  const scrollTo = (y: number) =>
    page.evaluate(
      (y) =>
        new Promise((resolve) => {
          window.scrollTo(0, y);
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
      y,
    );
  await scrollTo(50);
  await expect(header).not.toHaveAttribute("data-solid");
  await scrollTo(51);
  await expect(header).toHaveAttribute("data-solid");
  // Opened in the middle, it is solid from the start.
  await page.goto("/terms#refunds");
  await expect(header).toHaveAttribute("data-solid");
});

test("Escape closes an open submenu and gives the focus back", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/");
  const menu = page.locator("header nav details").first();
  await menu.locator("summary").click();
  await expect(menu).toHaveAttribute("open");
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
  await expect(menu.locator("summary")).toBeFocused();
});

test("a picture that does not load gives way to its placeholder", async ({ page }) => {
  const lost = '[data-placeholder][src*="handshake-towers"]';
  await page.goto("/news");
  await expect(page.locator(lost)).toHaveCount(1);
  await page.route("**/pictures/handshake-towers*", (route) => route.abort());
  await page.reload();
  await expect(page.locator(lost)).toHaveCount(0);
  await expect(page.locator('[data-replaced][src*="placeholder-news"]').first()).toBeVisible();
});
