import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";
import { readPdf } from "../support/read-pdf.ts";

const ONLINE_EVENT = "/events/01930000-0000-7000-8000-000000002005";
const KIT = "/resources/01930000-0000-7000-8000-000000007009";

/** Registers for the free online event, and stands on the ticket. */
async function ticket(page: Page) {
  await page.goto(`${ONLINE_EVENT}?register=1`);
  // A package may be free while others are not: nobody is told to pay who will not.
  await expect(page.getByText("Si la formule est payante, vous payez ensuite.")).toBeVisible();
  const name = `Papier${Date.now()}`;
  await page.locator("#firstName").fill(name);
  await page.locator("#lastName").fill("Camara");
  await page.locator("#email").fill(`${name}@example.org`);
  await page.locator("#phone").fill("622 12 34 56");
  await page.locator("#birthDate").fill("2001-02-03");
  await page.locator("#gamertag").fill("papier224");
  await page.locator("#platform").selectOption("mobile");
  await page.locator("#acceptRules").check();
  await page.locator("#acceptTerms").check();
  await page.getByRole("button", { name: "Réserver ma place" }).click();
  await expect(page).toHaveURL(/\/tickets\//);
}

test("a ticket leads back to its event, and an online one speaks of no entrance", async ({
  page,
}) => {
  await ticket(page);
  await expect(page.getByText("sa référence prouve votre inscription")).toBeVisible();
  await expect(page.getByText("à l’entrée")).toHaveCount(0);
  await page.getByRole("link", { name: "Open mobile en ligne des préfectures" }).click();
  await expect(page).toHaveURL(new RegExp(`${ONLINE_EVENT}$`));
});

test("on paper a ticket has its title in ink on white, whole, and nothing to press", async ({
  page,
}) => {
  await ticket(page);
  await page.emulateMedia({ media: "print" });
  const banner = page.locator("main .on-dark");
  await expect(banner).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(banner).toHaveCSS("clip-path", "none");
  await expect(banner.locator("h1")).not.toHaveCSS("color", "rgb(255, 255, 255)");
  for (const unwanted of [".site-header", ".site-footer", ".toast"]) {
    await expect(page.locator(unwanted)).toBeHidden();
  }
});

test("a ticket is one page to keep, too: a PDF that its page offers, and paper does not", async ({
  page,
}) => {
  await ticket(page);
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
  await expect(link).toBeHidden();
});

test("the paper of no ticket leads to the page that says so", async ({ page }) => {
  const answer = await page.goto(`/tickets/${"x".repeat(32)}/ticket.pdf`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Inscription introuvable" })).toBeVisible();
});

test("the calendar file of no ticket leads to the page that says so", async ({ page }) => {
  const answer = await page.goto(`/tickets/${"x".repeat(32)}/calendar.ics`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Inscription introuvable" })).toBeVisible();
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
