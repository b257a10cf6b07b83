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
