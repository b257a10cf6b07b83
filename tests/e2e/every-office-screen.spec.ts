import { fitsEverywhere, visitWhole, watch } from "../support/look.ts";
import { expect, test } from "../support/office.ts";
import { exampleAddress, isOfficeScreen, mappedRoutes } from "../support/site-map.ts";

const screens = (await mappedRoutes()).filter(isOfficeScreen);

/** Addresses whose example shows something that is not there. */
const MISSING = /nulle-part|-000000000000(?:\/|$)|\/(?:address|reset)\/x$/;

// Rows and dialogs come in with a movement; what is looked at is where they end.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const { pattern } of screens) {
  const address = exampleAddress(pattern);
  test(`${address}: no axe violation, no overflow, no error`, async ({ page }) => {
    const missing = MISSING.test(address);
    const problems = watch(page, (message) => missing && message.includes("404"));
    const answer = await visitWhole(page, address);
    expect(answer?.status()).toBe(missing ? 404 : 200);
    await fitsEverywhere(page);
    expect(problems).toEqual([]);
  });
}
