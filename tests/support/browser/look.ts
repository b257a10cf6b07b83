import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What a page says is wrong with it while a test looks at it. */
export function watch(page: Page, expected: (message: string) => boolean): string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => {
    // A window that is resized while a page is being shown ends that transition, and nothing else.
    if (!message.startsWith("Transition was aborted")) problems.push(message);
  });
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

/** What is wider than the open page, and what a box cuts off. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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

const PHONE_WIDTH = 360;
const [WIDTHS, AXE_WIDTHS] = process.env.TEST_DEEP
  ? [
      [PHONE_WIDTH, 768, 1024, 1280],
      [PHONE_WIDTH, 1280],
    ]
  : [[PHONE_WIDTH, 1280], [PHONE_WIDTH]];

type Look = {
  narrow?: Narrowing;
  axeWidths?: readonly number[];
  /** Whether names and amounts become as long as they can be: what is there afterwards is of no more use. */
  longWords?: boolean;
};

/** Nothing for axe to say on a phone, and nothing wider than the screen there or on a desk. */
export async function fitsEverywhere(
  page: Page,
  { narrow, axeWidths = AXE_WIDTHS, longWords = false }: Look = {},
): Promise<void> {
  const at = page.url();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await tooWide(page), `too wide at ${width} px: ${at}`).toEqual([]);
    if (axeWidths.includes(width)) {
      expect.soft(await axeFaults(page, narrow), `axe at ${width} px: ${at}`).toEqual([]);
    }
    if (longWords && width === PHONE_WIDTH) {
      await page.evaluate(writeLongWords, LONG_NAME);
      expect.soft(await tooWide(page), `long words at ${width} px: ${at}`).toEqual([]);
    }
  }
}

/** A name of sixty letters, as families here have them. */
export const LONG_NAME = "Aïssatou-Mariama Fatoumata Kourouma-Soumah-Camara de Dubréka";

/** The rows that are there get names of sixty letters and amounts of nine figures. */
function writeLongWords(name: string): void {
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
}
