import { randomBytes } from "node:crypto";
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";

const SCREEN = { width: 360, height: 740 };

/** Whoever holds a telephone: its browser may die at any moment, and knows afterwards what its cookies hold. */
export class Telephone {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  #page: Page | undefined;

  private constructor(browser: Browser, options: BrowserContextOptions) {
    this.#browser = browser;
    const network = `10.${Array.from(randomBytes(3)).join(".")}`;
    this.#options = {
      viewport: SCREEN,
      extraHTTPHeaders: { "x-forwarded-for": network },
      ...options,
    };
  }

  static async taken(browser: Browser, options: BrowserContextOptions): Promise<Telephone> {
    const telephone = new Telephone(browser, options);
    await telephone.restart({ forgetting: true });
    return telephone;
  }

  get page(): Page {
    if (!this.#page) throw new Error("the browser is not open");
    return this.#page;
  }

  /** Ends the browser as a full memory does, and opens it again; or another one, that knows nothing. */
  async restart({ forgetting = false } = {}): Promise<void> {
    const storageState = forgetting ? undefined : await this.#page?.context().storageState();
    await this.#page?.context().close();
    const context = await this.#browser.newContext({ ...this.#options, storageState });
    this.#page = await context.newPage();
  }

  /** The browser dies; its owner finds the payment where the site says that it is found. */
  async findsAgain(address: string): Promise<void> {
    await this.restart();
    await this.page.goto(address.replace(/\/[\w-]+$/, ""));
    await this.page.locator(`main a[href="${address}"]`).click();
    await expect(this.page).toHaveURL(new RegExp(`${address}$`));
  }

  /** Nothing is wider than the screen. */
  async fits(): Promise<void> {
    const wide = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(wide, `wider than the screen: ${this.page.url()}`).toBe(0);
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
  }
}
