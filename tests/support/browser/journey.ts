import { randomBytes } from "node:crypto";
import { test as base } from "@playwright/test";

/** Browser tests: `page.goto` takes addresses of the product that was started for them. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
  baseURL: async ({}, use) => {
    const url = process.env.SITE_URL;
    if (!url) throw new Error("no product was started");
    await use(url);
  },
  // Each test comes from an address of its own, as people do: what is limited is a caller.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  extraHTTPHeaders: async ({}, use) => {
    const address = Array.from(randomBytes(3)).join(".");
    await use({ "x-forwarded-for": `10.${address}` });
  },
});
export { expect } from "@playwright/test";

/** Sends a form of the public site without a browser, as somebody of a network of their own. */
export async function sendAsVisitor(
  address: string,
  fields: Record<string, string>,
  url = process.env.SITE_URL ?? "",
): Promise<void> {
  const network = `10.${Array.from(randomBytes(3)).join(".")}`;
  const answer = await fetch(url + address, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "x-forwarded-for": network },
    body: new URLSearchParams(fields),
  });
  if (answer.status !== 302) throw new Error(`${address} is refused: ${answer.status}`);
}

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 900 };

type Language = "fr" | "en";
type Way = {
  language: Language;
  javaScriptEnabled: boolean;
  /** An address that no other way uses. */
  email: (name: string) => string;
};

/** Which journeys go in which language: each once, and in depth each language with a script and without. */
const WAYS = [
  { language: "fr", javaScriptEnabled: true },
  { language: "en", javaScriptEnabled: false },
  { language: "fr", javaScriptEnabled: false },
  { language: "en", javaScriptEnabled: true },
] as const;

/** Declares the same journeys in French with JavaScript and in English without it. */
export function eachWay<Languages extends Record<Language, unknown>>(
  languages: Languages,
  declare: (words: Languages[Language], way: Way) => void,
): void {
  for (const way of process.env.TEST_DEEP ? WAYS : WAYS.slice(0, 2)) {
    const { language, javaScriptEnabled } = way;
    const script = javaScriptEnabled ? "with JavaScript" : "without JavaScript";
    test.describe(`${language}, ${script}`, () => {
      test.use({ javaScriptEnabled });
      const email = (name: string) => `${name}-${language}-${javaScriptEnabled}@example.org`;
      declare(languages[language], { ...way, email });
    });
  }
}

/** Declares the same journeys with JavaScript in French; in depth in English too. */
export function eachLanguage<Languages extends Record<Language, unknown>>(
  languages: Languages,
  declare: (words: Languages[Language], language: Language) => void,
): void {
  for (const language of process.env.TEST_DEEP ? (["fr", "en"] as const) : (["fr"] as const)) {
    test.describe(language, () => declare(languages[language], language));
  }
}
