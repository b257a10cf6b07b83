import { type Browser, expect, type Page } from "@playwright/test";
import { DAY } from "../../../app/core/values/durations.ts";
import { delivered, type Mailing } from "./mailing-journey.ts";
import { officePage } from "./office.ts";

// People who enter their own space, and how staff record them first.

export const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** What the sign-in to one's own space says, in the language of a journey. */
export const SPACE_WORDS = {
  fr: {
    email: "Adresse e-mail",
    send: "Recevoir le lien et le code",
    code: "Code reçu par e-mail",
    enter: "Entrer",
  },
  en: {
    email: "E-mail address",
    send: "Get the link and the code",
    code: "Code received by e-mail",
    enter: "Sign in",
  },
} as const;
type SpaceWords = (typeof SPACE_WORDS)["fr" | "en"];

/** Enters one's own space with the code that is mailed, from whatever page asks for it. */
export async function enterSpace(
  page: Page,
  { mailing, words, email }: { mailing: Mailing; words: SpaceWords; email: string },
): Promise<void> {
  await page.getByLabel(words.email).fill(email);
  await page.getByRole("button", { name: words.send }).click();
  await expect(page.getByText(email)).toBeVisible();
  const code = /\b\d{6}\b/.exec(await delivered(mailing, email))?.[0] ?? "";
  await page.getByLabel(words.code).fill(code);
  await page.getByRole("button", { name: words.enter }).click();
}

/** Records active members in the back office; each is a whole form but for the season, which is of now. */
export async function recordMembers(
  browser: Browser,
  { url, state }: Mailing,
  members: readonly Record<string, string>[],
): Promise<void> {
  const office = await officePage(browser, { baseURL: url, state });
  for (const member of members) {
    const answer = await office.request.post("/admin/members/new", {
      headers: { origin: url },
      maxRedirects: 0,
      form: {
        first_name: "Mory",
        last_name: "Kaba",
        city: "Labé",
        membership_start: dayIn(-5),
        membership_end: dayIn(100),
        status: "active",
        ...member,
      },
    });
    expect(answer.status()).toBe(302);
  }
  await office.context().close();
}
