import AxeBuilder from "@axe-core/playwright";
import { DESKTOP, expect, PHONE, test } from "../support/office.ts";
import { exampleAddress, isOfficeScreen, mappedRoutes } from "../support/site-map.ts";

const screens = (await mappedRoutes()).filter(isOfficeScreen);

/** Addresses whose example shows something that is not there. */
const MISSING = /nulle-part|-000000000000$|\/reset\/x$/;

// Rows and dialogs come in with a movement; what is looked at is where they end.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const { pattern } of screens) {
  const address = exampleAddress(pattern);
  for (const viewport of [PHONE, DESKTOP]) {
    test(`${address} at ${viewport.width} px: no axe violation, no overflow, no error`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        const expected = MISSING.test(address) && /404/.test(message.text());
        if (message.type() === "error" && !expected) problems.push(message.text());
      });
      const answer = await page.goto(address, { waitUntil: "networkidle" });
      expect(answer?.status()).toBe(MISSING.test(address) ? 404 : 200);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" | ")}`),
      ).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, "wider than the screen").toBe(0);
      expect(problems).toEqual([]);
    });
  }
}
