// npm run screenshots: every screen of the site map, in each language and width, to ./screenshots.
// `npm run screenshots -- /news 360` takes only the addresses that contain the first word.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../tests/support/browser/browser.ts";
import { exampleAddress, isScreen, mappedRoutes } from "../tests/support/browser/site-map.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { ensureBuilt } from "./setup.mjs";

const WIDTHS = [
  { width: 360, height: 800 },
  { width: 1280, height: 900 },
];
const [only = "", onlyWidth = ""] = process.argv.slice(2);
const folder = join(import.meta.dirname, "../screenshots");

await ensureBuilt();
if (!only) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const product = await startProduct();
const browser = await launchChromium();
let count = 0;
try {
  for (const size of WIDTHS.filter(({ width }) => !onlyWidth || String(width) === onlyWidth)) {
    const page = await browser.newPage({ viewport: size });
    for (const route of (await mappedRoutes()).filter(isScreen)) {
      const address = exampleAddress(route.pattern);
      if (!address.includes(only)) continue;
      await page.goto(product.url + address, { waitUntil: "load" });
      await showLazyPictures(page);
      const name = address === "/" ? "home" : address.slice(1).replaceAll(/[^\w-]+/g, "_");
      await page.screenshot({ path: join(folder, `${name}-${size.width}.png`), fullPage: true });
      count++;
    }
    await page.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
console.log(`${count} screenshots in ${folder}`);

/** A full-page picture shows what a visitor sees after scrolling. */
async function showLazyPictures(page: Awaited<ReturnType<typeof browser.newPage>>): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
    window.scrollTo(0, 0);
  });
}
