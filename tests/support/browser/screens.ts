import { expect, type Page, type Request } from "@playwright/test";
import { fitsEverywhere, watch } from "./look.ts";
import { exampleAddress, isOfficeScreen, isScreen, mappedRoutes, OPEN_FORMS } from "./site-map.ts";
import { takenOver } from "./taking-over.ts";

// Every screen of the site map, as tests look at it.

type Screen = {
  file: string;
  address: string;
  /** Its example shows something that is not there. */
  missing: boolean;
};

const routes = await mappedRoutes();

export const publicScreens: Screen[] = [
  ...routes.filter(isScreen).map(({ pattern, file }) => ({
    file,
    address: exampleAddress(pattern),
    missing: pattern.endsWith("/*") || /\/:(?:token|code)\b|\/me\/\w+\/:/.test(pattern),
  })),
  ...OPEN_FORMS.map(({ address, file }) => ({ file, address, missing: false })),
];

export const officeScreens: Screen[] = routes.filter(isOfficeScreen).map(({ pattern, file }) => {
  const address = exampleAddress(pattern);
  const missing = /nulle-part|-000000000000(?:\/|$)|\/(?:address|reset)\/x$|\/R-2020-000001$/.test(
    address,
  );
  return { file, address, missing };
});

export const isEnglish = (address: string) => /^\/en(?:\/|$)/.test(address);

/**
 * Opens one screen after the other in a page, each without a fault for who cannot see or point, without
 * an error and without anything too wide.
 */
export async function looksRight(
  page: Page,
  screens: readonly Screen[],
  axeWidths?: (address: string) => number[] | undefined,
): Promise<void> {
  let missing = false;
  // The browser itself reports the 404 of a page that is not there.
  const problems = watch(page, (message) => missing && message.includes("404"));
  const isQuiet = quietOf(page);
  for (const screen of screens) {
    const { address } = screen;
    ({ missing } = screen);
    const answer = await page.goto(address);
    await takenOver(page);
    expect.soft(answer?.status(), address).toBe(missing ? 404 : 200);
    await expect.poll(isQuiet, { intervals: [50] }).toBe(true);
    const longWords = address.startsWith("/admin");
    await fitsEverywhere(page, { axeWidths: axeWidths?.(address), longWords });
    expect.soft(problems.splice(0), address).toEqual([]);
  }
}

/** What a screen asks for once its script runs, it asks for within this time. */
const QUIET_MS = 100;

/**
 * Whether a page asks for nothing more. The browser driver's own "networkidle" never comes when a frame in
 * the page was idle once and then asks again, as a preview does that is filled late.
 */
function quietOf(page: Page): () => boolean {
  const open = new Set<Request>();
  let last = Date.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request);
    last = Date.now();
  };
  page.on(
    "request",
    note((request) => open.add(request)),
  );
  const ended = note((request) => open.delete(request));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return () => open.size === 0 && Date.now() - last > QUIET_MS;
}
