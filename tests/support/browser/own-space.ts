import { expect, type Page } from "@playwright/test";
import { DAY } from "../../../app/core/values/durations.ts";
import { delivered, type Mailing } from "./mailing-journey.ts";

// People who enter their own space, and how staff record them first.

export const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** What the sign-in to one's own space says, in the language of a journey. */
export type SpaceWords = { email: string; send: string; code: string; enter: string };

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
  office: Page,
  { url }: Mailing,
  members: readonly Record<string, string>[],
): Promise<void> {
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
}
