import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";
import { fitsEverywhere, watch } from "../support/look.ts";
import { markupFaults } from "../support/markup.ts";
import { exampleAddress, isScreen, mappedRoutes, OPEN_FORMS } from "../support/site-map.ts";

const screens = (await mappedRoutes()).filter(isScreen);
const visible = [
  ...screens.map(({ pattern }) => ({ pattern, address: exampleAddress(pattern) })),
  ...OPEN_FORMS.map(({ address }) => ({ pattern: address, address })),
];

for (const { pattern, address } of visible) {
  const missing = pattern.endsWith("/*") || pattern.endsWith("/:token");

  test(`${address}: says what it is, in valid HTML, no axe violation, no overflow, no error`, async ({
    page,
  }) => {
    // The browser itself reports the 404 of the page that is not there.
    const problems = watch(page, (message) => missing && message.includes("404"));
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(missing ? 404 : 200);
    expect.soft(await markupFaults((await answer?.text()) ?? "")).toEqual([]);
    await saysWhatItIs(page, address);
    if (!missing && !address.includes("?")) await saysWhereItIs(page, address);
    await fitsEverywhere(page);
    expect(problems).toEqual([]);
  });
}

/** Language, title, one heading and what a shared link shows. */
async function saysWhatItIs(page: Page, address: string): Promise<void> {
  const english = address === "/en" || address.startsWith("/en/");
  await expect(page.locator("html")).toHaveAttribute("lang", english ? "en" : "fr");
  await expect(page.locator("h1")).toHaveCount(1);
  expect(await page.title()).not.toBe("");
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", /\.jpg$/);
  // No label was left without its text.
  await expect(page.locator("body")).not.toContainText(
    /\b(?:common|home|news|events|about|community|resources|partners|contact|membership|footer|navigation|legal)\.[a-z]+/,
  );
}

/** The page's own address, its twin, and what machines read. */
async function saysWhereItIs(page: Page, address: string): Promise<void> {
  await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveCount(1);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    new RegExp(`${address}$`),
  );
  for (const json of await page.locator('script[type="application/ld+json"]').allTextContents()) {
    expect(() => JSON.parse(json)).not.toThrow();
  }
}
