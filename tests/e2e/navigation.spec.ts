import { fullEvent } from "../support/full-event.ts";
import { DESKTOP, expect, PHONE, test } from "../support/journey.ts";

const CLUB = "01930000-0000-7000-8000-000000005002";
const EVENT = "01930000-0000-7000-8000-000000002001";

const LANGUAGES = {
  fr: {
    home: "/",
    news: "Actualités",
    community: "Communauté",
    other: "/en/about",
    about: "/about",
  },
  en: { home: "/en", news: "News", community: "Community", other: "/about", about: "/en/about" },
} as const;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    for (const [language, words] of Object.entries(LANGUAGES)) {
      test(`${language}: from the menu to an article and back, on a phone`, async ({ page }) => {
        await page.setViewportSize(PHONE);
        await page.goto(words.home);
        await page.locator("header details.menu > summary").click();
        await page
          .getByRole("navigation")
          .getByRole("link", { name: words.news, exact: true })
          .click();
        await expect(page.locator("h1")).toHaveText(words.news);
        const first = page.locator("article h3 a").first();
        const title = await first.textContent();
        await first.click();
        await expect(page.locator("h1")).toHaveText(title ?? "");
        await page.locator("article header a").first().click();
        await expect(page.locator("h1")).toHaveText(words.news);
      });

      test(`${language}: the submenu opens on a desk and leads to the community`, async ({
        page,
      }) => {
        await page.setViewportSize(DESKTOP);
        await page.goto(words.home);
        await page.locator("header nav summary").first().click();
        await page.locator("header").getByRole("link", { name: words.community }).click();
        await expect(page.locator("h1")).toHaveText(words.community);
      });

      test(`${language}: the language switch keeps the page and is remembered`, async ({
        page,
      }) => {
        await page.goto(words.about);
        const other = language === "fr" ? "en" : "fr";
        await page.locator(`header a[hreflang="${other}"]`).first().click();
        await expect(page).toHaveURL(new RegExp(`${words.other}$`));
        await expect(page.locator("html")).toHaveAttribute("lang", other);
        await page.goto("/");
        await expect(page.locator("html")).toHaveAttribute("lang", other);
      });
    }

    test("the language switch keeps filters, the type that was chosen and the open form", async ({
      page,
    }) => {
      for (const [address, twin] of [
        [
          "/events?category=Championnat&type=in-person",
          "/en/events?category=Championnat&type=in-person",
        ],
        ["/en/resources?category=guides&utm_source=x", "/resources?category=guides"],
        [`/membership?type=${CLUB}`, `/en/membership?type=${CLUB}`],
        [`/en/events/${EVENT}?register=1`, `/events/${EVENT}?register=1`],
      ] as const) {
        await page.goto(address);
        const other = address.startsWith("/en") ? "fr" : "en";
        await page.locator(`header a[hreflang="${other}"]`).first().click();
        await expect(page).toHaveURL((url) => url.pathname + url.search === twin);
        await page.goto("/");
        await expect(page.locator("html")).toHaveAttribute("lang", other);
      }
    });

    test("switching back to French on the home page stays in French", async ({ page }) => {
      await page.goto("/");
      await page.locator('header a[hreflang="en"]').first().click();
      await expect(page).toHaveURL(/\/en$/);
      await page.locator('header a[hreflang="fr"]').first().click();
      await expect(page.locator("html")).toHaveAttribute("lang", "fr");
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    });

    test("on a phone one registers before one reads, and every event is one step away", async ({
      page,
    }) => {
      await page.setViewportSize(PHONE);
      await page.goto(`/events/${EVENT}`);
      const top = async (name: string) =>
        (await page.getByRole("heading", { name, exact: true }).boundingBox())?.y ?? 0;
      expect(await top("Inscription")).toBeLessThan(await top("Présentation"));
      expect(await top("Inscription")).toBeGreaterThan(0);
      await page.locator("main").getByRole("link", { name: "Tous les événements" }).last().click();
      await expect(page).toHaveURL(/\/events$/);
    });

    test("events are filtered by address, and a full one says so", async ({ page, browser }) => {
      await page.goto("/events");
      await page.getByRole("link", { name: "En ligne", exact: true }).click();
      await expect(page).toHaveURL(/type=online/);
      await expect(page.locator("main article")).toHaveCount(1);
      await fullEvent(browser, "Championnat");
      await page.goto("/events?category=Championnat");
      await page.locator("main article", { hasText: "Complet" }).first().locator("h3 a").click();
      await expect(page.getByRole("button", { name: "Complet" })).toBeDisabled();
    });

    test("resources are filtered by tab and saved under their title", async ({ page }) => {
      await page.goto("/resources");
      await page.getByRole("link", { name: "Guides pratiques", exact: true }).click();
      await expect(page.locator("main article")).toHaveCount(2);
      const saved = page.waitForEvent("download");
      await page
        .locator("main article")
        .first()
        .getByRole("link", { name: /Télécharger/ })
        .click();
      expect((await saved).suggestedFilename()).toBe("guide-du-jeune-joueur.pdf");
    });

    test("the map loads only when asked for", async ({ page }) => {
      await page.route("https://www.openstreetmap.org/**", (route) =>
        route.fulfill({ body: "<p>map</p>" }),
      );
      await page.goto("/contact");
      await expect(page.locator("iframe")).toHaveCount(0);
      await page.getByRole("link", { name: "Afficher la carte interactive" }).click();
      await expect(page.locator("iframe")).toHaveCount(1);
    });
  });
}

test("the header turns solid after 50 px", async ({ page }) => {
  await page.goto("/");
  const header = page.locator(".site-header");
  await expect(header).not.toHaveAttribute("data-solid");
  await page.evaluate(() => window.scrollTo(0, 50));
  await page.waitForTimeout(100);
  await expect(header).not.toHaveAttribute("data-solid");
  await page.evaluate(() => window.scrollTo(0, 60));
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
