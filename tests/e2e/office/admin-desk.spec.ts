import type { Page } from "@playwright/test";
import { ofName } from "../../../app/i18n/elision.ts";
import { PHONE } from "../../support/browser/journey.ts";
import { fitsEverywhere } from "../../support/browser/look.ts";
import { confirmed, expect, test } from "../../support/browser/office.ts";
import { registered } from "../../support/registrant.ts";

/** Looks at what is open, with long words, and opens it again. */
async function isSound(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeVisible();
  const address = page.url();
  await fitsEverywhere(page, { longWords: true });
  await page.goto(address);
}

test("a registration is corrected, moved, written about again, and its order cancelled", async ({
  page,
}) => {
  const email = await registered();
  await page.goto(`/admin/registrations?q=${email}`);
  await page.getByRole("link", { name: "Bintou Sylla", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(email)).toBeVisible();
  await isSound(page);

  await dialog.getByRole("link", { name: "Corriger" }).click();
  await expect(dialog.getByLabel("Formule")).toBeVisible();
  await isSound(page);
  await dialog.getByLabel("Prénom").fill("Binta");
  await dialog.getByLabel(/^Téléphone(\s\*)?$/).fill("1");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Un champ à corriger");
  await dialog.getByLabel(/^Téléphone(\s\*)?$/).fill("622 12 34 57");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Inscription corrigée avec succès")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Binta Sylla" })).toBeVisible();
  await expect(dialog.getByText("+224622123457")).toBeVisible();

  await dialog.getByRole("link", { name: "Déplacer" }).click();
  await expect(dialog.getByLabel("Nouvel événement et formule")).toBeVisible();
  await isSound(page);
  const free = dialog.locator("option", { hasText: /places? (?:libres?|illimitées)/ }).first();
  const value = (await free.getAttribute("value")) ?? "";
  await dialog.getByLabel("Nouvel événement et formule").selectOption(value);
  await dialog.getByRole("button", { name: "Déplacer" }).click();
  await expect(page.getByText(/Inscription FGE-\S+ déplacée avec succès/)).toBeVisible();

  await dialog.getByRole("button", { name: /^Renvoyer le/ }).click();
  await expect(page.getByText(/le message est gardé sur le serveur/)).toBeVisible();
});

test("an unpaid order is cancelled after a question", async ({ page }) => {
  const email = await registered();
  await page.goto(`/admin/payments?q=${email}`);
  await page.getByRole("link", { name: "Bintou Sylla", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await isSound(page);
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Annuler la commande" }).click();
  await expect(page.getByText("Commande annulée avec succès")).toBeVisible();
  await expect(dialog.getByText("Annulée", { exact: true })).toBeVisible();
});

test("an account that never came in is looked at, and its invitation withdrawn", async ({
  page,
}) => {
  const name = `Ibrahima ${Date.now().toString(36)}`;
  await confirmed(page);
  await page.goto("/admin/staff/new");
  await page.getByLabel("Nom").fill(name);
  await page.getByLabel(/^E-mail/).fill(`${name.replace(" ", ".")}@example.org`);
  await page.locator("#role_admin").check();
  await page.getByRole("dialog").getByRole("button", { name: "Inviter" }).click();
  await page.getByRole("link", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Supprimer le compte" })).toBeVisible();
  await isSound(page);
  await dialog.getByRole("link", { name: "Fermer" }).click();
  await page.getByRole("button", { name: `Retirer l’invitation ${ofName(name)}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retirer l’invitation" }).click();
  await expect(page.getByText(/^Invitation d’\S+@\S+ retirée$/)).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
});

test("on a phone the filters fold, and a list is sorted and selected as a whole", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/members");
  const status = page.getByRole("search").getByLabel("Statut");
  await expect(status).toBeHidden();
  const first = await page.locator("tbody tr").first().boundingBox();
  expect(first?.y).toBeLessThan(PHONE.height);
  await page.getByRole("button", { name: "Filtres" }).click();
  await status.selectOption("suspended");
  await expect(page).toHaveURL(/status=suspended/);
  await expect(page.getByRole("button", { name: "Filtres (1)" })).toBeVisible();
  await page.getByLabel("Trier").selectOption("name");
  await expect(page).toHaveURL(/sort=name/);
  await page.getByLabel("Toutes les lignes").check();
  await expect(page.getByText(/\d+ sélectionnés?$/)).toBeVisible();
});
