// npm run screenshots: every screen, public as a visitor sees it and of the office, in each language and width, to
// ./screenshots; among them real payments, tickets and a licence card.
// `npm run screenshots -- /news 360` takes only those whose address or name contains the first word: `own-`, say.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../tests/support/browser/browser.ts";
import { makeMoneyScreens } from "../tests/support/browser/money-screens.ts";
import { FIRST_STATE } from "../tests/support/browser/office.ts";
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
  const visitorScreens = [
    ...publicScreens.map(({ address }) => ({ name: nameOf(address), address })),
    ...(!only || only.includes("own-") ? await makeMoneyScreens(browser) : []),
  ];
  const rooms = [
    { screens: visitorScreens, storageState: undefined },
    {
      screens: officeScreens.map(({ address }) => ({ name: nameOf(address), address })),
      storageState: JSON.parse(FIRST_STATE()),
    },
  ];
  for (const size of WIDTHS.filter(({ width }) => !onlyWidth || String(width) === onlyWidth)) {
    for (const { screens, storageState } of rooms) {
      const context = await browser.newContext({ viewport: size, storageState });
      const page = await context.newPage();
      for (const { name, address } of screens) {
        if (!`${name} ${address}`.includes(only)) continue;
        await page.goto(process.env.SITE_URL + address, { waitUntil: "load" });
        await takenOver(page);
        await showLazyPictures(page);
        await page.screenshot({ path: join(folder, `${name}-${size.width}.png`), fullPage: true });
        count++;
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await stop();
}
console.log(`${count} screenshots in ${folder}`);

/** The name of a picture's file. */
function nameOf(address: string): string {
  return address === "/" ? "home" : address.slice(1).replaceAll(/[^\w-]+/g, "_");
}

/** A full-page picture shows what a visitor sees after scrolling. */
async function showLazyPictures(page: Awaited<ReturnType<typeof browser.newPage>>): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
    window.scrollTo(0, 0);
  });
}
