import type { Page } from "@playwright/test";
import { expect, sendAsVisitor } from "../../support/browser/journey.ts";
import { test } from "../../support/browser/mailing-journey.ts";
import { officePage } from "../../support/browser/office.ts";

// On a site that no other test writes to at the same time.

const MESSAGE = {
  name: "Hawa Soumah",
  email: "hawa@example.org",
  message: "Quand commence la saison prochaine ?",
};

const LEAVING: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "a click outside": (page) => page.getByRole("heading", { level: 1 }).click(),
  "an entry": (page) =>
    page.getByRole("region", { name: "Notifications" }).getByRole("link").first().click(),
};
test("the bell's badge is gone after looking, however one leaves", async ({ browser, mailing }) => {
  const { url: baseURL, state } = mailing;
  const page = await officePage(browser, { baseURL, state });
  const looked = page.getByRole("button", { name: "Notifications", exact: true });
  for (const [how, leave] of Object.entries(LEAVING)) {
    // The same message sent again would be one message.
    await sendAsVisitor("/contact", { ...MESSAGE, subject: `Question avant ${how}` }, baseURL);
    await page.goto("/admin/news");
    await page.getByRole("button", { name: /^Notifications, / }).click();
    await expect(page.getByRole("region", { name: "Notifications" })).toBeVisible();
    const answered = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && answer.url().includes("/admin/activity"),
    );
    await leave(page);
    await answered;
    await expect(looked, how).toBeVisible();
    await page.reload();
    await expect(looked, how).toBeVisible();
  }
  await page.context().close();
});
