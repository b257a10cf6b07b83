import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ofName } from "../../../app/i18n/elision.ts";
import { axeFaults } from "../../support/browser/look.ts";
import { confirmed, expect, test } from "../../support/browser/office.ts";
import {
  deleteAndUndo,
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../support/browser/office-list.ts";

const filterBy = (page: Page, label: string, value: string) =>
  page.getByRole("search").getByLabel(label).selectOption(value);

/** What is wrong, each beside its field. */
async function refused(page: Page, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    await expect(dialogOf(page).locator(".field-error").filter({ hasText: message })).toBeVisible();
  }
}

test("members: create, edit, filter, status, mail, export, delete, undo", async ({ page }) => {
  const last = named("Essai");
  const name = `Mariama ${last}`;
  const dialog = dialogOf(page);
  const row = rowOf(page, name);

  await test.step("create, after being told what is wrong", async () => {
    await page.goto("/admin/members");
    await page.getByRole("link", { name: "Nouveau membre" }).click();
    await expect(dialog.getByLabel("Type", { exact: true })).toHaveValue("player");
    await expect(dialog.getByLabel("Statut")).toHaveValue("pending");
    await dialog.getByLabel(/^Téléphone(\s\*)?$/).fill("62212");
    await save(page);
    await refused(page, [
      "Le prénom est requis",
      "Le nom est requis",
      "Email invalide",
      "Numéro de téléphone invalide",
    ]);
    await dialog.getByLabel("Prénom").fill("Mariama");
    await dialog.getByLabel("Nom *", { exact: true }).fill(last);
    await dialog.getByLabel(/^E-mail/).fill(`${last.replace(" ", ".")}@example.gn`);
    await dialog.getByLabel(/^Téléphone(\s\*)?$/).fill("622 12 34 56");
    await save(page);
    await output(page, "Membre créé avec succès");
  });

  await test.step("the row: status in its place, mail, edit", async () => {
    await find(page, "/admin/members", last);
    await expect(row).toContainText("Non défini");
    await expect(row.getByRole("link", { name: `Envoyer un e-mail à ${name}` })).toHaveAttribute(
      "href",
      `mailto:${last.replace(" ", ".").toLowerCase()}@example.gn`,
    );
    await page.getByLabel(`Statut ${ofName(name)}`).selectOption("active");
    await output(page, "Statut du membre mis à jour");
    await row.getByRole("link", { name: `Modifier ${name}` }).click();
    await dialog.getByLabel("Ville").fill("Kankan; Guinée");
    await dialog.getByLabel("Début d’adhésion").fill("2026-03-01");
    await dialog.getByLabel("Fin d’adhésion").fill("2027-02-28");
    await save(page);
    await output(page, "Membre mis à jour avec succès");
    await expect(row).toContainText("Du 1er mars 2026");
  });

  await test.step("filters, and an export that honours them", async () => {
    await filterBy(page, "Statut", "suspended");
    await expect(page.getByText("Aucun membre ne correspond à vos filtres.")).toBeVisible();
    await filterBy(page, "Statut", "active");
    await filterBy(page, "Type", "player");
    await expect(page).toHaveURL(/type=player/);
    await expect(row).toHaveCount(1);
    await confirmed(page);
    const arriving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Exporter" }).click();
    const file = await arriving;
    const today = new Date().toISOString().slice(0, 10);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^fge.*${today}\\.csv$`));
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith("\uFEFF")).toBe(true);
    const [head, line, ...more] = text.slice(1).trim().split(/\r?\n/);
    expect(head?.split(";")).toHaveLength(11);
    expect(line).toContain(`Mariama;${last};`);
    expect(line).toMatch(/;Joueur;Actif;/);
    // Without its sign, which a spreadsheet would take for a formula.
    expect(line).toContain(";224 622 12 34 56;");
    expect(more).toEqual([]);
  });

  await find(page, "/admin/members", last);
  await deleteAndUndo(page, name, "Membre supprimé avec succès");
});

test("a member's licence: its card on a phone, and a suspension that whoever checks it sees", async ({
  page,
}) => {
  const last = named("Licence");
  const name = `Aïssatou ${last}`;
  const dialog = dialogOf(page);
  await page.goto("/admin/members/new");
  await dialog.getByLabel("Prénom").fill("Aïssatou");
  await dialog.getByLabel("Nom *", { exact: true }).fill(last);
  await dialog.getByLabel(/^E-mail/).fill(`${last.replace(" ", ".")}@example.gn`);
  await dialog.getByLabel("Date de naissance").fill("2001-02-03");
  await dialog.getByLabel("Statut").selectOption("active");
  await save(page);
  await output(page, "Membre créé avec succès");
  await find(page, "/admin/members", last);
  const number = /FGE-\d{6}-[A-Z]/.exec((await rowOf(page, name).textContent()) ?? "")?.[0] ?? "";
  await find(page, "/admin/members", number);
  await rowOf(page, name)
    .getByRole("link", { name: `Modifier ${name}` })
    .click();
  await expect(dialog.getByText(`${number}, valable`)).toBeVisible();
  await dialog.getByRole("link", { name: "Carte et suspension" }).click();
  await dialog.getByText("Suspension", { exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Suspendre la licence" })).toBeVisible();
  const licence = page.url();
  expect(await axeFaults(page)).toEqual([]);
  const phone = await page.context().newPage();
  const href = await dialog.getByRole("link", { name: "Ouvrir la carte" }).getAttribute("href");
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto(href ?? "");
  await expect(phone.getByText(number, { exact: true })).toBeVisible();
  await expect(phone.getByRole("img", { name: `Code QR de la licence ${number}` })).toBeVisible();
  expect(await axeFaults(phone)).toEqual([]);

  await dialog.getByRole("button", { name: "Suspendre la licence" }).click();
  await refused(page, ["Le motif est requis"]);
  await dialog.getByLabel("Motif *").fill("Absences répétées");
  await dialog.getByRole("button", { name: "Suspendre la licence" }).click();
  await output(page, /Suspension enregistrée/);
  await phone.reload();
  await expect(phone.getByText("Suspendue", { exact: true })).toBeVisible();
  await expect(phone.getByRole("img", { name: /Code QR/ })).toHaveCount(0);
  await page.goto(licence);
  await dialog.getByRole("button", { name: "Lever la suspension" }).click();
  await output(page, /Suspension levée/);
  await phone.reload();
  await expect(phone.getByText("Valable", { exact: true })).toBeVisible();
});

test("membership types: create, edit, filter, activate, delete, undo", async ({ page }) => {
  const name = named("Essai Type");
  const dialog = dialogOf(page);
  const row = rowOf(page, name);
  await page.goto("/admin/membership-types");
  await expect(page.getByRole("heading", { name: "Guide d'Implémentation" })).toBeVisible();
  await page.getByRole("link", { name: "Nouveau type" }).click();
  await expect(dialog.getByLabel("Période *")).toHaveValue("par an");
  await expect(dialog.getByLabel("Prix (GNF)")).toHaveAttribute("step", "1000");
  await dialog.getByLabel("Prix (GNF)").fill("-1000");
  await save(page);
  await refused(page, [
    "Le nom est requis",
    "La description est requise",
    "Les avantages sont requis",
    "Le prix doit être positif",
  ]);
  await dialog.getByLabel("Nom *").fill(name);
  await dialog.getByLabel("Description *").fill("Pour essayer.");
  await dialog.getByLabel("Avantages *").fill(" Un \n\nDeux\nTrois\nQuatre\nCinq");
  await dialog.getByLabel("Prix (GNF)").fill("0");
  // Others count what is on offer: this one is not.
  await dialog.getByLabel("Statut").selectOption("inactive");
  await save(page);
  await output(page, "Type d’adhésion créé avec succès");
  await find(page, "/admin/membership-types", name);
  await expect(row).toContainText("Sur mesure");
  await expect(row.getByRole("listitem")).toHaveText([
    "Un",
    "Deux",
    "Trois",
    "+2 autres avantages",
  ]);
  await row.getByRole("button", { name: "Inactif" }).click();
  await output(page, "Type d’adhésion activé");
  await row.getByRole("button", { name: "Actif", exact: true }).click();
  await output(page, "Type d’adhésion désactivé");
  await row.getByRole("link", { name: `Modifier ${name}` }).click();
  await dialog.getByLabel("Prix (GNF)").fill("25000");
  await save(page);
  await output(page, "Type d’adhésion mis à jour avec succès");
  await expect(row).toContainText("25 000 GNF");
  await filterBy(page, "Statut", "active");
  await expect(page.getByText("Aucun type d’adhésion ne correspond à vos filtres.")).toBeVisible();
  await filterBy(page, "Statut", "inactive");
  await expect(row).toHaveCount(1);
  await find(page, "/admin/membership-types", name);
  await deleteAndUndo(page, name, "Type d’adhésion supprimé avec succès");
});

test("leadership: create at the end, move, hide, edit, filter, delete, undo", async ({ page }) => {
  const name = named("Essai Dirigeant");
  const dialog = dialogOf(page);
  const names = page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await page.goto("/admin/leadership");
  await expect(page.getByRole("heading", { name: "Notre Direction" })).toBeVisible();
  await page.getByRole("listitem").getByRole("link", { name: "Ajouter un membre" }).click();
  await save(page);
  await refused(page, [
    "Le nom est requis",
    "Le poste est requis",
    "La biographie est requise",
    "L’image est requise",
  ]);
  await dialog.getByLabel("Nom *").fill(name);
  await dialog.getByLabel("Poste *").fill("Chargé des essais");
  await dialog.getByLabel("Biographie *").fill("Il essaie tout.");
  await dialog.getByLabel("Image (URL)").fill("/pictures/leader-2.jpg");
  await dialog.getByLabel("Actif").uncheck();
  await save(page);
  await output(page, "Membre créé avec succès");

  await expect(names.last()).toHaveText(name);
  await expect(card.getByRole("button", { name: "Descendre" })).toBeDisabled();
  await card.getByRole("button", { name: "Monter" }).click();
  await output(page, "Ordre mis à jour");
  await expect(names.last()).not.toHaveText(name);
  await card.getByRole("button", { name: "Descendre" }).click();
  await expect(names.last()).toHaveText(name);
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: /^Monter / })
      .first(),
  ).toBeDisabled();

  await card.getByRole("button", { name: "Inactif" }).click();
  await output(page, "Membre activé");
  await card.getByRole("button", { name: "Actif", exact: true }).click();
  await output(page, "Membre désactivé");
  await card.getByRole("link", { name: `Modifier ${name}` }).click();
  await dialog.getByLabel("Poste *").fill("Directeur des essais");
  await save(page);
  await output(page, "Membre mis à jour avec succès");
  await filterBy(page, "Statut", "inactive");
  await page.getByRole("searchbox").fill("directeur des ESSAIS");
  await expect(page).toHaveURL(/q=directeur/);
  await expect(names).toHaveText([name]);
  await filterBy(page, "Statut", "active");
  await expect(page.getByText("Aucun membre ne correspond à vos filtres.")).toBeVisible();

  await page.goto("/admin/leadership");
  await page.getByRole("button", { name: `Supprimer ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
  await output(page, "Membre supprimé avec succès");
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await expect(card).toHaveCount(1);
});

test("highlights: create, edit, filter, status, delete, undo", async ({ page }) => {
  const name = named("Essai Talent");
  const dialog = dialogOf(page);
  const row = rowOf(page, name);
  await page.goto("/admin/highlights");
  await page.getByRole("link", { name: "Nouvelle mise en avant" }).click();
  await save(page);
  await refused(page, ["Le nom est requis"]);
  await dialog.getByLabel("Nom *").fill(name);
  await dialog.getByLabel("Gamertag").fill("talent224");
  await dialog.getByLabel("Palmarès").fill("Un titre\nUn autre");
  await dialog.getByLabel("Statut").selectOption("hidden");
  await save(page);
  await output(page, "Mise en avant créée avec succès");
  await find(page, "/admin/highlights", name);
  await row.getByRole("button", { name: "Masquée" }).click();
  await output(page, /Mise en avant affichée/);
  await row.getByRole("link", { name: `Modifier ${name}` }).click();
  await expect(dialog.getByLabel("Palmarès")).toHaveValue("Un titre\nUn autre");
  await dialog.getByLabel("Type").selectOption("club");
  await save(page);
  await output(page, "Mise en avant mise à jour avec succès");
  await filterBy(page, "Type", "player");
  await expect(row).toHaveCount(0);
  await filterBy(page, "Type", "club");
  await expect(row).toHaveCount(1);
  await find(page, "/admin/highlights", name);
  await deleteAndUndo(page, name, "Mise en avant supprimée avec succès");
});
