import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Request, type Response } from "@playwright/test";
import { DESKTOP, PHONE } from "./journey.ts";

/** What a page says is wrong with it while a test looks at it. */
export function watch(page: Page, expected: (message: string) => boolean): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => {
    // What a page no longer needs, it stops asking for.
    const stopped = request.failure()?.errorText === "net::ERR_ABORTED";
    if (!stopped) problems.push(`failed: ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !expected(message.text())) problems.push(message.text());
  });
  // What a page tries and is refused without a word, its policy reports to us from every browser.
  void page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`refused by ${violatedDirective}: ${blockedURI}`);
    });
  });
  return problems;
}

type Narrowing = (axe: AxeBuilder) => AxeBuilder;

/** What axe says is wrong with a page, each with the elements. `narrow` says what it looks at. */
export async function axeFaults(page: Page, narrow: Narrowing = (axe) => axe): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Details of what is right are not wanted, nor a second page to gather them in: a third of the time.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    // Links inside a PDF are as large as its author drew them, until somebody enlarges the page.
    .exclude(".annotationLayer")
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const { violations } = await narrow(axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" | ")}`);
}

/** Nothing for axe to say, and nothing wider than the screen, on a desk and on a phone. */
export async function fitsEverywhere(page: Page, narrow?: Narrowing): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    const result = await axeFaults(page, narrow);
    expect.soft(result, `axe at ${viewport.width} px`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `wider than ${viewport.width} px`).toBe(0);
    const cut = await page
      .locator("dialog[open], td")
      .evaluateAll((boxes) =>
        boxes
          .filter((box) => box.scrollWidth > box.clientWidth + 1)
          .map((box) => `${box.tagName} ${box.textContent}`),
      );
    expect.soft(cut, `cut off at ${viewport.width} px`).toEqual([]);
  }
}

/** A name of sixty letters, as families here have them. */
export const LONG_NAME = "Aïssatou-Mariama Fatoumata Kourouma-Soumah-Camara de Dubréka";
const WIDTHS = [360, 768, 1024, 1280];

/**
 * With names of sixty letters and amounts of nine figures, no screen of the office scrolls sideways, and
 * no table, tile or dialog cuts off what it holds. The rows are those that are there, with longer words.
 */
export async function holdsLongWords(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const texts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      return nodes.filter((node) => node.data.trim() !== "");
    };
    for (const cell of document.querySelectorAll("td.main, dialog[open] h2")) {
      const [first] = texts(cell);
      if (first) first.data = name;
    }
    for (const node of texts(document.body)) {
      node.data = node.data.replace(/\d[\d\s]*(?=\s(?:FCFA|GNF))/g, "999\u202f999\u202f999");
    }
  }, LONG_NAME);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const boxes = document.querySelectorAll(
        "dialog[open], td, dd, .office-list, .panel:has(table), .tile-grid > *",
      );
      const cut = [...boxes].filter((box) => box.scrollWidth > box.clientWidth + 1);
      return [
        ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth}`] : []),
        ...cut.map((box) => `${box.tagName} ${box.textContent?.slice(0, 60)}`),
      ];
    });
    expect.soft(wide, `too wide at ${width} px`).toEqual([]);
  }
}

const QUIET_MS = 500;

/**
 * Opens a screen and waits until it asks for nothing more. The browser driver's own "networkidle" never
 * comes when a frame in the page was idle once and then asks again, as a preview does that is filled late.
 */
export async function visitWhole(page: Page, address: string): Promise<Response | null> {
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
  page.on(
    "requestfinished",
    note((request) => open.delete(request)),
  );
  page.on(
    "requestfailed",
    note((request) => open.delete(request)),
  );
  const answer = await page.goto(address);
  await expect.poll(() => open.size === 0 && Date.now() - last > QUIET_MS).toBe(true);
  return answer;
}
