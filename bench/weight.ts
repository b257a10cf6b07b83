import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { compressBest } from "../server/pages/compression.ts";
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
import { OFFICE_WEIGHT, type ScreenKind, WEIGHT } from "./budgets.ts";
import { atMost, count, type Group, kilobytes, type Row } from "./table.ts";

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
  const best = new Map<string, { page: string; size: number }>();
  let waiting = addresses;
  for (let pass = 0; waiting.length > 0 && pass < 300; pass++) {
    const larger: string[] = [];
    for (const address of waiting) {
      const answer = await fetch(url + address, { headers: { "accept-encoding": "br" } });
      const page = await answer.text();
      // What is made anew for each visitor is never compressed again.
      if (!answer.headers.has("etag")) continue;
      const known = best.get(address);
      const size =
        known?.page === page ? known.size : (await compressBest(Buffer.from(page))).br.length;
      best.set(address, { page, size });
      if (Number(answer.headers.get("content-length")) > size) larger.push(address);
    }
    waiting = larger;
    if (waiting.length > 0) await pause(200);
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

/** One answer as it travelled: response headers and compressed body together. */
export type Fetched = { url: string; type: string; bytes: number };

/**
 * Writes down what a page fetches from now on. Bytes are Chromium's `encodedDataLength`, which is also
 * what has to fit the first flight of packets.
 */
export async function recordFetches(page: Page): Promise<Map<string, Fetched>> {
  const protocol = await page.context().newCDPSession(page);
  const fetched = new Map<string, Fetched>();
  await protocol.send("Network.enable");
  protocol.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (response.url.startsWith("data:")) return;
    fetched.set(requestId, { url: response.url, type, bytes: 0 });
  });
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const entry = fetched.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  return fetched;
}

export const sumOf = (some: readonly Fetched[]) => some.reduce((all, { bytes }) => all + bytes, 0);

const ASSETS = join(import.meta.dirname, "../build/client/assets");
const DESK = { width: 1280, height: 800 };
/** A full page: fifty rows, each with its menu and its buttons. */
const FIRST_LIST = "/admin/members";
/** The ten articles of the samples; and the lists of money. */
const SHORT_LISTS = [
  "/admin/news",
  "/admin/payments",
  "/admin/payments/announced",
  "/admin/payments/payouts",
  "/admin/payments/till",
  "/admin/payments/tills",
];

type Route = {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
  hasDefaultExport: boolean;
};
type Manifest = { routes: Record<string, Route> };

/** In which every screen that is an application lies. */
const OFFICE_LAYOUT = "admin";

/** What a member of staff waits for: from nothing, by the sign-in, to the first list; then each screen. */
export async function officeWeightRows(url: string): Promise<{ rows: Row[]; detail: string[] }> {
  const { fetched, short } = await fetchLists(url);
  const html = fetched.filter(({ type }) => type === "Document").map(({ bytes }) => bytes);
  const scripts = fetched.filter(({ type }) => type === "Script");
  const { script, further, requests, total } = OFFICE_WEIGHT;
  const screens = weighFurther(new Set(scripts.map(({ url }) => fileOf(url))));
  const editor = weighEditor(new Set(scripts.map(({ url }) => fileOf(url))));
  const name = "Back office, sign-in to first list";
  return {
    rows: [
      atMost(`${name}: HTML, 50 rows`, OFFICE_WEIGHT.fullHtml, Math.max(...html), kilobytes),
      atMost(`${name}: JavaScript`, script, sumOf(scripts), kilobytes),
      atMost(`${name}: requests`, requests, fetched.length, count),
      atMost(`${name}: total`, total, sumOf(fetched), kilobytes),
      ...short.map(({ address, bytes }) =>
        atMost(`Back office, a short list, ${address}: HTML`, OFFICE_WEIGHT.html, bytes, kilobytes),
      ),
      atMost("Back office, the text editor: JavaScript", OFFICE_WEIGHT.editor, editor, kilobytes),
      ...screens.map(({ id, bytes }) =>
        atMost(`Back office ${id}: further JavaScript`, further, bytes, kilobytes),
      ),
    ],
    detail: fetched
      .toSorted((a, b) => b.bytes - a.bytes)
      .map((one) => `${kilobytes(one.bytes)} ${one.type} ${new URL(one.url).pathname}`),
  };
}

/** Signs in with a browser that has nothing yet, waits for the list that was asked for; then others. */
async function fetchLists(url: string): Promise<{
  fetched: Fetched[];
  short: { address: string; bytes: number }[];
}> {
  const browser = await launchChromium();
  try {
    // The first visitor gets a quick compression of the scripts, which is not what they weigh.
    await signIn(await browser.newPage({ baseURL: url, viewport: DESK }));
    const page = await browser.newPage({ baseURL: url, viewport: DESK });
    const recorded = await recordFetches(page);
    const travelled = () => [...recorded.values()].filter(({ bytes }) => bytes > 0);
    await signIn(page);
    const fetched = travelled();
    const short: { address: string; bytes: number }[] = [];
    for (const address of SHORT_LISTS) {
      await page.goto(address, { waitUntil: "networkidle" });
      const documents = travelled().filter(
        ({ type, url }) => type === "Document" && new URL(url).pathname === address,
      );
      short.push({ address, bytes: sumOf(documents) });
    }
    return { fetched, short };
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(FIRST_LIST);
  await page.getByLabel("E-mail").fill(ADMINISTRATOR.email);
  await page.getByLabel("Mot de passe").fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByRole("table").waitFor();
  await page.waitForLoadState("networkidle");
}

/** The scripts that each screen needs beyond those that are there already. */
function weighFurther(counted: ReadonlySet<string>) {
  const { routes } = readManifest();
  return Object.values(routes).flatMap((route) => {
    const path = wayTo(route, routes);
    if (!path.some(({ id }) => id === OFFICE_LAYOUT) || !route.hasDefaultExport) return [];
    const scripts = path.flatMap(({ module, imports = [] }) => [module, ...imports].map(fileOf));
    const needed = [...new Set(scripts)].filter((script) => !counted.has(script));
    const bytes = needed.reduce((all, script) => all + compressed(script), 0);
    return [{ id: route.id, bytes }];
  });
}

/** The scripts of the text editor, with all that they need and that is not there already. */
function weighEditor(counted: ReadonlySet<string>): number {
  const needed = new Set<string>();
  const add = (script: string) => {
    if (needed.has(script) || counted.has(script)) return;
    needed.add(script);
    const text = readFileSync(join(ASSETS, script), "utf8");
    for (const [, name = ""] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) add(name);
  };
  const names = readdirSync(ASSETS).filter((file) => /^surface\.admin-.*\.js$/.test(file));
  for (const file of names) add(file);
  if (names.length !== 1) throw new Error("the text editor is not one script");
  return [...needed].reduce((all, script) => all + compressed(script), 0);
}

function readManifest(): Manifest {
  const name = readdirSync(ASSETS).find((file) => file.startsWith("manifest-"));
  const text = readFileSync(join(ASSETS, name ?? ""), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}

/** A screen with all that it lies in. */
function wayTo(route: Route, routes: Manifest["routes"]): Route[] {
  const parent = routes[route.parentId ?? ""];
  return [route, ...(parent ? wayTo(parent, routes) : [])];
}

const fileOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

function compressed(file: string): number {
  const level = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(readFileSync(join(ASSETS, file)), { params: level }).length;
}

// These functions run inside the page that is measured, so each stands alone.

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Adds up every layout shift from the first moment; stricter than the web vital, which takes windows. */
function observe(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.layoutShift =
        (window.layoutShift ?? 0) + (entry as unknown as { value: number }).value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The addresses of the pictures that a visitor sees before scrolling, backgrounds included. */
function showing(): string[] {
  const onScreen = [...document.querySelectorAll("body, body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    const inside =
      box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return inside && box.width > 0 && box.height > 0;
  });
  return onScreen.flatMap((element) => {
    if (element instanceof HTMLImageElement) return [element.currentSrc];
    const { backgroundImage } = getComputedStyle(element);
    return [...backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address ?? "");
  });
}

/** The addresses of the federation's mark in the menu and the footer: part of the frame, not pictures. */
function framing(): string[] {
  const marks = document.querySelectorAll<HTMLImageElement>("body > header img, body > footer img");
  return [...marks].map((mark) => mark.currentSrc);
}

/** Scrolls to the end a little at a time, as a thumb does, and waits for the pictures that appear. */
export async function scrollToEnd(): Promise<void> {
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  for (let top = 0; top < document.documentElement.scrollHeight; top += 500) {
    window.scrollTo({ top, behavior: "instant" });
    await rest(30);
  }
  // Bounded: a picture in a part that is closed never starts, and would be waited for in vain.
  const pictures = [...document.images].filter((picture) => picture.currentSrc);
  await Promise.race([
    Promise.all(pictures.map((one) => one.decode().catch(() => {}))),
    rest(3_000),
  ]);
  await rest(100);
}
