import { test as base } from "@playwright/test";

/** Browser tests: `page.goto` takes addresses of the product that was started for them. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
  baseURL: async ({}, use) => {
    const url = process.env.SITE_URL;
    if (!url) throw new Error("no product was started");
    await use(url);
  },
});
export { expect } from "@playwright/test";

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 900 };
