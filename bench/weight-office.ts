import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "@playwright/test";
import { launchChromium } from "../tests/support/browser/browser.ts";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { OFFICE_WEIGHT } from "./budgets.ts";
import { type Fetched, recordFetches, sumOf } from "./fetched.ts";
import { atMost, count, kilobytes, type Row } from "./table.ts";

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
  await page.getByLabel("Email").fill(ADMINISTRATOR.email);
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
