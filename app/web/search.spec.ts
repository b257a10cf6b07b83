import { expect, PHONE, test } from "../../tests/support/browser/journey.ts";
import { fitsEverywhere, watch } from "../../tests/support/browser/look.ts";

for (const { prefix, entry, label, submit, word, title } of [
  {
    prefix: "",
    entry: "Recherche",
    label: "Rechercher sur le site",
    submit: "Rechercher",
    word: "STATUT federation",
    title: "Statuts de la Fédération",
  },
  {
    prefix: "/en",
    entry: "Search",
    label: "Search the site",
    submit: "Search",
    word: "STATUTE federation",
    title: "Federation statutes",
  },
]) {
  test.describe(`the search at ${prefix}/search`, () => {
    test("is asked from the menu, says what it found, and a result leads there", async ({
      page,
    }) => {
      const problems = watch(page, () => false);
      await page.goto(`${prefix}/about`);
      const bar = page.getByRole("banner");
      await bar.getByRole("link", { name: entry, exact: true }).filter({ visible: true }).click();
      const main = page.locator("main");
      await main.getByRole("searchbox", { name: label }).fill(word);
      await main.getByRole("button", { name: submit }).click();
      await expect(main.locator("mark").first()).toBeVisible();
      await fitsEverywhere(page);
      expect(problems).toEqual([]);
      await main.getByRole("link", { name: title, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${prefix}/resources/`));
      await expect(page).toHaveTitle(new RegExp(title));
    });
  });
}

test("a result inside a document opens the viewer at its page", async ({ page }) => {
  await expect(async () => {
    await page.goto("/search?q=quorum");
    await expect(page.locator('a[href*="#page="]').first()).toBeVisible({ timeout: 500 });
  }).toPass();
  const link = page.locator('h3 a[href*="#page="]').first();
  const number = /#page=(\d+)/.exec((await link.getAttribute("href")) ?? "")?.[1];
  await link.click();
  await expect(page.locator('dialog.viewer [data-part="page"]')).toContainText(`Page ${number} `);
});

test.describe("without a script, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test("the menu leads to the field, and the answer comes", async ({ page }) => {
    await page.goto("/about");
    await page.locator("summary[aria-label='Menu']").click();
    await page.locator(".menu").getByRole("link", { name: "Recherche" }).click();
    await page.locator("main input[name=q]").fill("tournoi");
    await page.locator("main form button[type=submit]").click();
    await expect(page).toHaveURL(/\/search\?q=tournoi/);
    await expect(page.locator("main mark").first()).toBeVisible();
  });
});
