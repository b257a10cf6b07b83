import { randomUUID } from "node:crypto";
import { fitsEverywhere, holdsLongWords, LONG_NAME, visitWhole, watch } from "../support/look.ts";
import { expect, test } from "../support/office.ts";
import { exampleAddress, isOfficeScreen, mappedRoutes } from "../support/site-map.ts";

const screens = (await mappedRoutes()).filter(isOfficeScreen);

/** Addresses whose example shows something that is not there. */
const MISSING = /nulle-part|-000000000000(?:\/|$)|\/(?:address|reset)\/x$/;

// Rows and dialogs come in with a movement; what is looked at is where they end.
test.use({ contextOptions: { reducedMotion: "reduce" } });

// Lists that the samples leave empty have a row too: somebody with a long name registered and wrote.
test.beforeAll(async () => {
  const person = {
    firstName: LONG_NAME,
    lastName: LONG_NAME,
    email: `aissatou-mariama-fatoumata.kourouma-soumah-${randomUUID()}@example.org`,
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: "aissatou-mariama-de-dubreka",
    platform: "mobile",
    priceId: "standard",
    acceptRules: "on",
    acceptTerms: "on",
  };
  const { email } = person;
  const message = { name: LONG_NAME, email, subject: LONG_NAME, message: `${LONG_NAME} ?` };
  const url = process.env.SITE_URL ?? "";
  const post = async (address: string, fields: Record<string, string>) => {
    const answer = await fetch(url + address, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url, "x-forwarded-for": "10.81.0.1" },
      body: new URLSearchParams(fields),
    });
    expect(answer.status).toBe(302);
  };
  await post("/events/01930000-0000-7000-8000-000000002001?register=1", person);
  await post("/contact", message);
});

for (const { pattern } of screens) {
  const address = exampleAddress(pattern);
  test(`${address}: no axe violation, no overflow, no error`, async ({ page }) => {
    const missing = MISSING.test(address);
    const problems = watch(page, (message) => missing && message.includes("404"));
    const answer = await visitWhole(page, address);
    expect(answer?.status()).toBe(missing ? 404 : 200);
    await fitsEverywhere(page);
    await holdsLongWords(page);
    expect(problems).toEqual([]);
  });
}
