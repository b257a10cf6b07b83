import { test as visitorTest } from "../support/browser/journey.ts";
import { test as officeTest } from "../support/browser/office.ts";
import { looksRight, officeScreens, publicScreens } from "../support/browser/screens.ts";

// Every address of the site map, in both languages and at every width.

for (const [test, screens] of [
  [visitorTest, publicScreens],
  [officeTest, officeScreens],
] as const) {
  for (const screen of screens) {
    test.describe(screen.address, () => {
      test.use({ contextOptions: { reducedMotion: "reduce" } });

      test("no axe violation, nothing too wide, no error", ({ page }) =>
        looksRight(page, [screen]));
    });
  }
}
