// npm run screenshots: every screen, public and of the office, in each language and width, to ./screenshots.
// `npm run screenshots -- /news 360` takes only the addresses that contain the first word.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../tests/support/browser/browser.ts";
import { officeScreens, publicScreens } from "../tests/support/browser/screens.ts";
import startForJourneys from "../tests/support/browser/start-for-journeys.ts";
import { takenOver } from "../tests/support/browser/taking-over.ts";
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
const stop = await startForJourneys();
const browser = await launchChromium();
let count = 0;
try {
  for (const size of WIDTHS.filter(({ width }) => !onlyWidth || String(width) === onlyWidth)) {
    const context = await browser.newContext({
      viewport: size,
      storageState: JSON.parse(process.env.OFFICE_STATE ?? ""),
    });
    const page = await context.newPage();
    for (const { address } of [...publicScreens, ...officeScreens]) {
      if (!address.includes(only)) continue;
      await page.goto(process.env.SITE_URL + address, { waitUntil: "load" });
      await takenOver(page);
      await showLazyPictures(page);
      const name = address === "/" ? "home" : address.slice(1).replaceAll(/[^\w-]+/g, "_");
      await page.screenshot({ path: join(folder, `${name}-${size.width}.png`), fullPage: true });
      count++;
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stop();
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
