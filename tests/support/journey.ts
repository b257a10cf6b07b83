import { randomBytes } from "node:crypto";
import { test as base } from "@playwright/test";

/** Browser tests: `page.goto` takes addresses of the product that was started for them. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
  baseURL: async ({}, use) => {
    const url = process.env.SITE_URL;
    if (!url) throw new Error("no product was started");
    await use(url);
  },
  // Each test comes from an address of its own, as people do: what is limited is a caller.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  extraHTTPHeaders: async ({}, use) => {
    const address = Array.from(randomBytes(3)).join(".");
    await use({ "x-forwarded-for": `10.${address}` });
  },
});
export { expect } from "@playwright/test";

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 900 };
