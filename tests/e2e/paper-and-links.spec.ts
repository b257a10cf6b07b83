import { readFile } from "node:fs/promises";
import { expect, test } from "../support/browser/journey.ts";
import { readPdf } from "../support/read-pdf.ts";
import { fillRegistration } from "../support/registrant.ts";

const ONLINE_EVENT = "/events/01930000-0000-7000-8000-000000002005";
const KIT = "/resources/01930000-0000-7000-8000-000000007009";

test("a ticket leads back to its event; on paper it is ink on white, and it is a PDF of one page", async ({
  page,
}) => {
  await page.goto(`${ONLINE_EVENT}?register=1`);
  // A package may be free while others are not: nobody is told to pay who will not.
  await expect(page.getByText("Si la formule est payante, vous payez ensuite.")).toBeVisible();
  await fillRegistration(page, `papier-${Date.now()}@example.org`);
  await page.getByRole("button", { name: "Réserver ma place" }).click();
  await expect(page).toHaveURL(/\/tickets\//);
  // An online one speaks of no entrance.
  await expect(page.getByText("sa référence prouve votre inscription")).toBeVisible();
  await expect(page.getByText("à l’entrée")).toHaveCount(0);
  const link = page.getByRole("link", { name: "Télécharger le billet (PDF)" });
  const saving = page.waitForEvent("download");
  await link.click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^[A-Z]+-[0-9A-Z]{4}-[0-9A-Z]{2}\.pdf$/);
  const { pages, text } = await readPdf(await readFile(await file.path()));
  expect(pages).toBe(1);
  expect(text).toContain("Open mobile en ligne des préfectures");
  expect(text).not.toContain("à l’entrée");

  await page.emulateMedia({ media: "print" });
  const banner = page.locator("main .on-dark");
  await expect(banner).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(banner).toHaveCSS("clip-path", "none");
  await expect(banner.locator("h1")).not.toHaveCSS("color", "rgb(255, 255, 255)");
  for (const unwanted of [".site-header", ".site-footer", ".toast"]) {
    await expect(page.locator(unwanted)).toBeHidden();
  }
  await expect(link).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Open mobile en ligne des préfectures" }).click();
  await expect(page).toHaveURL(new RegExp(`${ONLINE_EVENT}$`));
});

test("on paper stands whose page it is, and an article's picture covers none of its words", async ({
  page,
}) => {
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox();
    if (!found) throw new Error(selector);
    return { top: found.y, bottom: found.y + found.height };
  };
  await page.goto("/en/news");
  await page.locator("main .card-link a").first().click();
  await expect(page.locator("body > p.wrap")).toBeHidden();
  await page.setViewportSize({ width: 794, height: 1_123 });
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body > p.wrap")).toContainText("Guinean Esports Federation");
  expect((await box("article header time")).bottom).toBeLessThan((await box("article img")).top);
  expect((await box("body > p.wrap")).bottom).toBeLessThanOrEqual((await box("main")).top);
});

test.describe("without the script", () => {
  test.use({ javaScriptEnabled: false });
  test("a picture that does not come gives way to its placeholder", async ({ page }) => {
    await page.route(/\/pictures\//, (route) => route.abort());
    await page.goto("/news");
    const covered = await page
      .locator("main .picture")
      .first()
      .evaluate((picture) => {
        const { position, backgroundColor } = getComputedStyle(picture, "::after");
        return [picture.getBoundingClientRect().height > 100, position, backgroundColor];
      });
    expect(covered).toEqual([true, "absolute", "rgb(22, 38, 31)"]);
  });
});

test("the files of no ticket lead to the page that says so", async ({ request }) => {
  for (const file of ["ticket.pdf", "calendar.ics"]) {
    const answer = await request.get(`/tickets/${"x".repeat(32)}/${file}`);
    expect(answer.status(), file).toBe(404);
    expect(await answer.text(), file).toContain("Inscription introuvable");
  }
});

test("what a browser cannot show is only offered to be saved", async ({ page }) => {
  await page.goto(KIT);
  await expect(page.getByRole("link", { name: "Ouvrir le document" })).toHaveCount(0);
  await expect(
    page.locator("main .on-dark").getByRole("link", { name: "Télécharger" }),
  ).toBeVisible();
});

test("a link of the newsletter that is over says what its button does", async ({ page }) => {
  await page.goto("/newsletter/return/xyz");
  await page.getByRole("link", { name: "S’inscrire à la newsletter" }).click();
  await expect(page).toHaveURL(/\/newsletter$/);
});
