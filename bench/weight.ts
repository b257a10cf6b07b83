import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { launchChromium } from "../tests/support/browser/browser.ts";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import {
  exampleAddress,
  isScreen,
  mappedRoutes,
  OPEN_FORMS,
} from "../tests/support/browser/site-map.ts";
import { expectations } from "../tests/support/expectations.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { type ScreenKind, WEIGHT } from "./budgets.ts";
import { type Fetched, recordFetches, sumOf } from "./fetched.ts";
import { framing, observe, scrollToEnd, showing } from "./page-probe.ts";
import { atMost, count, type Group, kilobytes, type Row } from "./table.ts";
import { officeWeightRows } from "./weight-office.ts";

/** The telephone that Lighthouse imitates. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

export type Screen = { address: string; kind: ScreenKind };

export type Weight = {
  html: number;
  script: number;
  firstPictures: number;
  pictures: number;
  requests: number;
  total: number;
  shift: number;
  /** What was fetched, heaviest first, for whoever must make it lighter. */
  detail: string[];
};

/** Every public screen in every language with its kind, and those that open a form with it open. */
export async function weighedScreens(): Promise<Screen[]> {
  const screens = (await mappedRoutes()).filter(isScreen);
  return [
    ...screens.map(({ pattern, file }) => ({ address: exampleAddress(pattern), file })),
    ...OPEN_FORMS,
  ].map(({ address, file }) => ({ address, kind: kindOf(file) }));
}

function kindOf(file: string): ScreenKind {
  const kind = expectations.screens[file];
  if (!kind)
    throw new Error(`${file} has no weight budget: give it a kind in its *.expectations.ts`);
  return kind;
}

/** The heavy files of the viewer, which also get their best compression after their first visitor. */
function slowAssets(): string[] {
  return readdirSync("build/client/assets")
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => `/assets/${name}`);
}

/**
 * Asks for every page until the server has its best compression ready: the first visitor after a
 * change gets a quick one, which is not what a page weighs.
 */
export async function settle(url: string, addresses: readonly string[]): Promise<void> {
  let before = "";
  for (let same = 0, pass = 0; same < 4 && pass < 60; pass++) {
    const lengths: (string | null)[] = [];
    for (const address of addresses) {
      const answer = await fetch(url + address, { headers: { "accept-encoding": "br" } });
      await answer.arrayBuffer();
      lengths.push(answer.headers.get("content-length"));
    }
    const now = lengths.join();
    same = now === before ? same + 1 : 0;
    before = now;
    // One page after the other is compressed; on a busy machine a large one keeps the rest waiting.
    await pause(1_000);
  }
}

/** Loads an address in a browser that has nothing yet, looks at it, and scrolls to its end. */
export async function weigh(browser: Browser, url: string, address: string): Promise<Weight> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  try {
    const page = await context.newPage();
    const fetched = await recordFetches(page);
    await page.addInitScript(observe);
    await page.goto(address, { waitUntil: "load" });
    // The viewer brings its library and its document by itself.
    await page.waitForSelector('[aria-busy="true"]', { state: "detached" });
    const visible = new Set(await page.evaluate(showing));
    await page.evaluate(scrollToEnd);
    const frame = new Set(await page.evaluate(framing));
    const shift = await page.evaluate(() => window.layoutShift ?? 0);
    const scripts = await page.evaluate(() =>
      [...document.scripts]
        .filter((one) => !one.src && one.type !== "application/ld+json")
        .map((one) => one.text),
    );
    const all = [
      ...fetched.values(),
      ...(await iconOf(page.url(), await page.content(), fetched)),
      // A worker's own script is told to the worker's inspector, not to the page's.
      ...(await Promise.all(page.workers().map((worker) => fetchAgain(worker.url(), "Script")))),
    ];
    // The document that a viewer shows is content, not ours to make lighter; pictures always are.
    const isDocument = ({ url, type }: Fetched) =>
      type !== "Image" && new URL(url).pathname.startsWith("/files/");
    // What came from the browser's own cache (the mark, asked for again as the icon) did not travel.
    const ours = all.filter((one) => one.bytes > 0 && !isDocument(one));
    const ofType = (type: string) => ours.filter((one) => one.type === type);
    const pictures = ofType("Image").filter((one) => !frame.has(one.url));
    const inline = scripts.join("\n");
    return {
      html: sumOf(ofType("Document")),
      script: sumOf(ofType("Script")) + (inline ? brotliCompressSync(inline).length : 0),
      firstPictures: sumOf(pictures.filter((one) => visible.has(one.url))),
      pictures: sumOf(pictures),
      requests: ours.length,
      total: sumOf(ours),
      shift,
      detail: ours
        .toSorted((a, b) => b.bytes - a.bytes)
        .map((one) => `${kilobytes(one.bytes)} ${one.type} ${new URL(one.url).pathname}`),
    };
  } finally {
    await context.close();
  }
}

/** A headless browser does not fetch the page's icon; a real one does, so it is fetched here. */
async function iconOf(url: string, html: string, cache: Map<string, Fetched>): Promise<Fetched[]> {
  const address = /<link rel="icon" href="([^"]+)"/.exec(html)?.[1];
  if (!address) return [];
  const icon = new URL(address, url).href;
  if ([...cache.values()].some((one) => one.url === icon)) return [];
  return [await fetchAgain(icon, "Icon")];
}

/** What an address weighs, for what the page's inspector does not see. */
export async function fetchAgain(url: string, type: string): Promise<Fetched> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
  const headers = [...answer.headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  const body = Number(answer.headers.get("content-length"));
  return { url, type, bytes: body + headers };
}

/** Weighs screens of a product, two at a time. */
export async function weighAll(
  url: string,
  screens: readonly Screen[],
  tell: (doing: string) => void = () => {},
): Promise<Map<string, Weight>> {
  const browser = await launchChromium();
  const weights = new Map<string, Weight>();
  try {
    await settle(url, [...screens.map(({ address }) => address), ...slowAssets()]);
    const waiting = [...screens];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        tell(next.address);
        weights.set(next.address, await weigh(browser, url, next.address));
      }
    };
    await Promise.all([work(), work()]);
  } finally {
    await browser.close();
  }
  return weights;
}

/** The promises about one page, each with what was measured. */
export function weightRows({ address, kind }: Screen, weight: Weight): Row[] {
  const budget = WEIGHT[kind];
  const name = `${budget.label} ${address}`;
  return [
    atMost(`${name}: HTML with its CSS`, budget.html, weight.html, kilobytes),
    atMost(`${name}: JavaScript`, budget.script, weight.script, kilobytes),
    atMost(
      `${name}: pictures, first screen`,
      budget.firstPictures,
      weight.firstPictures,
      kilobytes,
    ),
    atMost(`${name}: pictures, whole page`, budget.pictures, weight.pictures, kilobytes),
    atMost(`${name}: requests`, budget.requests, weight.requests, count),
    ...(budget.total === undefined
      ? []
      : [atMost(`${name}: total`, budget.total, weight.total, kilobytes)]),
    atMost(`${name}: layout shift`, 0, Number(weight.shift.toFixed(2)), (shift) =>
      shift.toFixed(2),
    ),
  ];
}

export const measure: Group = async (tell) => {
  const product = await startProduct({
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  try {
    const screens = await weighedScreens();
    const weights = await weighAll(product.url, screens, tell);
    tell("back office");
    const office = await officeWeightRows(product.url);
    return [
      ...screens.flatMap((screen) => {
        const weight = weights.get(screen.address);
        return weight ? weightRows(screen, weight) : [];
      }),
      ...office.rows,
    ];
  } finally {
    await product.stop();
  }
};
