import AxeBuilder from "@axe-core/playwright";
import { DESKTOP, expect, PHONE, test } from "../support/journey.ts";
import { exampleAddress, isScreen, mappedRoutes, OPEN_FORMS } from "../support/site-map.ts";

const screens = (await mappedRoutes()).filter(isScreen);
const shown = [
  ...screens.map(({ pattern }) => ({ pattern, address: exampleAddress(pattern) })),
  ...OPEN_FORMS.map(({ address }) => ({ pattern: address, address })),
];

for (const { pattern, address } of shown) {
  const missing = pattern.endsWith("/*") || pattern.endsWith("/:token");
  const unlisted = missing || address.includes("?");

  for (const viewport of [PHONE, DESKTOP]) {
    test(`${address} at ${viewport.width} px: no axe violation, no overflow`, async ({ page }) => {
      await page.setViewportSize(viewport);
      const problems: string[] = [];
      page.on("console", (message) => {
        // The browser itself reports the 404 of the page that is not there.
        if (message.type() === "error" && !(missing && /404/.test(message.text()))) {
          problems.push(message.text());
        }
      });
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("requestfailed", (request) => problems.push(`failed: ${request.url()}`));
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(missing ? 404 : 200);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" | ")}`),
      ).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, "wider than the screen").toBe(0);
      expect(problems).toEqual([]);
    });
  }

  test(`${address}: language, title, one heading, twin and share card`, async ({ page }) => {
    await page.goto(address);
    const english = address === "/en" || address.startsWith("/en/");
    await expect(page.locator("html")).toHaveAttribute("lang", english ? "en" : "fr");
    await expect(page.locator("h1")).toHaveCount(1);
    expect(await page.title()).not.toBe("");
    await expect(page.locator('meta[name="description"]')).toHaveCount(1);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", /\.jpg$/);
    if (unlisted) return;
    await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      new RegExp(`${address === "/" ? "/" : address}$`),
    );
    for (const json of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      expect(() => JSON.parse(json)).not.toThrow();
    }
    // No label was left without its text.
    await expect(page.locator("body")).not.toContainText(
      /\b(?:common|home|news|events|about|community|resources|partners|contact|membership|footer|navigation|legal)\.[a-z]+/,
    );
  });
}
