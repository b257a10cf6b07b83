import type { Page } from "@playwright/test";
import { sendAsVisitor } from "./browser/journey.ts";

let people = 0;

/** Fills the form of a registration, with consent. */
export async function fillRegistration(
  page: Page,
  email: string,
  { firstName = "Mamadou", lastName = "Diallo", birthDate = "2001-02-03" } = {},
): Promise<void> {
  const values = { firstName, lastName, email, birthDate, phone: "00224 622 12 34 56" };
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
  // A training asks nobody what they play on.
  if ((await page.locator("#gamertag").count()) > 0) {
    await page.locator("#gamertag").fill("mamadou224");
    await page.locator("#platform").selectOption("ps5");
  }
  // Where there are no rules, nobody accepts them.
  const rules = page.locator("#acceptRules");
  if ((await rules.count()) > 0) await rules.check();
  await page.locator("#acceptTerms").check();
}

/** What the form of a registration sends. */
export const registrationOf = (email: string): Record<string, string> => ({
  firstName: "Bintou",
  lastName: "Sylla",
  email,
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
  gamertag: "bintou224",
  platform: "mobile",
  acceptRules: "on",
  acceptTerms: "on",
});

/**
 * Somebody registers on the site without a browser, for a place that is to be paid unless another package is
 * named; their address.
 */
export async function registered(
  event = "01930000-0000-7000-8000-000000002001",
  priceId = "standard",
): Promise<string> {
  const email = `desk-${process.pid}-${Date.now().toString(36)}-${++people}@example.org`;
  await sendAsVisitor(`/events/${event}?register=1`, { ...registrationOf(email), priceId });
  return email;
}
