import { ofName } from "../../../app/i18n/elision.ts";
import { expect, newPartner, test } from "../../support/browser/office.ts";
import {
  deleteAndUndo,
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../support/browser/office-list.ts";
import { registered } from "../../support/registrant.ts";

test("partners: create, edit, filter, status, delete, undo", async ({ page }) => {
  const name = named("Essai Partenaire");
  const dialog = dialogOf(page);
  await page.goto("/admin/partners");
  await expect(page.getByRole("heading", { name: "Gestion des Partenaires" })).toBeVisible();
  await page.getByRole("link", { name: "Nouveau partenaire" }).click();
  await dialog.getByLabel("E-mail du contact").fill("pas-une-adresse");
  await dialog.getByLabel("Téléphone").fill("123");
  await dialog.getByLabel("Site web").fill("/pas-un-site");
  await save(page);
  for (const message of [
    "Le nom est requis",
    "La description est requise",
    "Email invalide",
    "Numéro de téléphone invalide",
    "URL invalide",
  ]) {
    await expect(dialog.locator(".field-error").filter({ hasText: message })).toBeVisible();
  }
  await expect(dialog.getByLabel("Téléphone")).toHaveValue("123");
  await dialog.getByLabel("Nom *").fill(name);
  await dialog.getByLabel("Description *").fill("Il accompagne les clubs.");
  await dialog.getByRole("tab", { name: "English" }).click();
  await dialog.getByLabel("Description").last().fill("It supports clubs.");
  await dialog.getByLabel("Type de partenariat").selectOption("media");
  await dialog.getByLabel("E-mail du contact").fill("contact@example.gn");
  await dialog.getByLabel("Téléphone").fill("622 00 00 01");
  await dialog.getByLabel("Site web").fill("https://example.gn");
  await dialog.getByLabel("Début").fill("2026-01-01");
  await dialog.getByLabel("Fin").fill("2027-12-31");
  await save(page);
  await output(page, "Partenaire créé avec succès");

  const row = rowOf(page, name);
  await expect(row).toContainText("Média");
  await expect(row).toContainText("Du 1er janvier 2026");
  await expect(row.getByRole("link", { name: /Visiter le site/ })).toHaveAttribute(
    "href",
    "https://example.gn",
  );
  await expect(row.getByRole("link", { name: /Voir le logo/ })).toHaveCount(0);
  await page.getByLabel(`Statut ${ofName(name)}`).selectOption("inactive");
  await output(page, "Statut du partenaire mis à jour");

  await row.getByRole("link", { name: `Modifier ${name}` }).click();
  await dialog.getByLabel("Début").fill("");
  await dialog.getByLabel("Fin").fill("");
  await save(page);
  await output(page, "Partenaire mis à jour avec succès");
  await expect(row).toContainText("Non défini");

  await page.getByRole("search").getByLabel("Type").selectOption("media");
  await page.getByRole("search").getByLabel("Statut").selectOption("inactive");
  await expect(page).toHaveURL(/type=media.*status=inactive/);
  await expect(row).toHaveCount(1);
  await page.getByRole("search").getByLabel("Type").selectOption("sponsor");
  await expect(row).toHaveCount(0);

  await find(page, "/admin/partners", name);
  await deleteAndUndo(page, name, "Partenaire supprimé avec succès");
});

test("several partners: one status for all, then all deleted and back", async ({ page }) => {
  const name = named("Lot");
  for (const number of [1, 2]) await newPartner(`${name} ${number}`);
  await find(page, "/admin/partners", name);
  const choose = () => page.getByLabel("Tout sélectionner").check();
  await choose();
  await page.getByLabel("Changer le statut").selectOption("inactive");
  await output(page, "Statut de 2 partenaires mis à jour");
  await choose();
  await page
    .getByRole("region", { name: "Sélection" })
    .getByRole("button", { name: "Supprimer" })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
  await output(page, "2 partenaires supprimés avec succès");
  await expect(page.getByText("Aucun partenaire ne correspond à vos filtres.")).toBeVisible();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await expect(rowOf(page, name)).toHaveCount(2);
});

test("events: create with packages, edit, filter, status, delete, undo", async ({ page }) => {
  const title = named("Essai Tournoi");
  const dialog = dialogOf(page);
  await page.goto("/admin/events");
  await page.getByRole("link", { name: "Nouvel événement" }).click();
  await expect(dialog.getByLabel("Nombre maximum")).toHaveValue("50");
  await expect(dialog.getByLabel("Type")).toHaveValue("in-person");
  const first = dialog.getByRole("group", { name: "Formule 1" });
  await expect(first.getByLabel(/^Nom(?! \(anglais)/)).toHaveValue("Standard");
  await expect(first.getByLabel(/^Avantages(?! \(anglais)/)).toHaveValue(
    "Participation\nT-shirt officiel\nBuffet inclus",
  );
  // The event's own price is asked for when there is no package that has one.
  await expect(dialog.getByLabel("Prix (FCFA)")).toHaveCount(2);
  await expect(dialog.locator('input[name="price"]')).toBeHidden();
  await first.getByRole("button", { name: "Retirer Formule 1" }).click();
  await dialog.getByLabel("Nombre maximum").fill("");
  await dialog.getByLabel("Prix (FCFA)").fill("-1");
  await dialog.getByRole("button", { name: "Ajouter une formule" }).click();
  await save(page);
  for (const message of [
    "Le titre est requis",
    "La description est requise",
    "La date est requise",
    "Le lieu est requis",
    "La catégorie est requise",
    "Le nombre maximum de participants est requis",
    "Le nom de la formule est requis",
  ]) {
    await expect(dialog.locator(".field-error").filter({ hasText: message })).toBeVisible();
  }
  await expect(dialog.locator(".field-error").filter({ hasText: "Le prix doit" })).toHaveCount(2);
  // Above the form, of several packages the message says which one it is about.
  await expect(
    dialog.getByRole("link", { name: "Formule 1, Nom : Le nom de la formule est requis" }),
  ).toBeVisible();
  await dialog.getByLabel("Titre").fill(title);
  await dialog.getByLabel("Description *").first().fill("Deux jours de jeu.");
  await dialog.getByLabel("Lieu").fill("Kindia");
  await dialog.locator("#date").fill("2031-05-17");
  await dialog.locator("#time").fill("14:30");
  await dialog.getByLabel("Catégorie").selectOption("Tournoi");
  await dialog.getByLabel("Nombre maximum").fill("20");
  await dialog.getByLabel("Prix (FCFA)").first().fill("0");
  await first.getByLabel(/^Nom(?! \(anglais)/).fill("Équipe");
  await first.getByLabel("Prix").fill("60000");
  await first.getByLabel("Description *").fill("Cinq joueurs");
  await first.getByLabel(/^Avantages(?! \(anglais)/).fill("Repas\nT-shirt");
  await save(page);
  await output(page, "Événement créé avec succès");

  await find(page, "/admin/events", title);
  const row = rowOf(page, title);
  await expect(row).toContainText("17 mai 2031");
  await expect(row).toContainText("14 h 30");
  await expect(row).toContainText("0 / 20");
  await expect(row.getByRole("progressbar")).toHaveAttribute("max", "20");
  await page.getByLabel(`Statut ${ofName(title)}`).selectOption("ongoing");
  await output(page, "Statut de l'événement mis à jour");

  await row.getByRole("link", { name: `Modifier ${title}` }).click();
  await expect(first.getByLabel(/^Avantages(?! \(anglais)/)).toHaveValue("Repas\nT-shirt");
  await dialog.getByLabel("Sur invitation").check();
  await save(page);
  await expect(dialog.getByText("Retirez d’abord les formules").last()).toBeVisible();
  await dialog.getByLabel("Sur invitation").uncheck();
  await dialog.getByLabel("illimité").check();
  await save(page);
  await output(page, "Événement mis à jour avec succès");
  await expect(row).toContainText("Illimité");

  await page.getByRole("search").getByLabel("Statut").selectOption("ongoing");
  await expect(page).toHaveURL(/status=ongoing/);
  await expect(row).toHaveCount(1);
  await page.getByRole("search").getByLabel("Type").selectOption("online");
  await expect(page.getByText("Aucun événement ne correspond à vos filtres.")).toBeVisible();

  await find(page, "/admin/events", title);
  await deleteAndUndo(page, title, "Événement supprimé avec succès");
});

test("an event keeps the places that are taken", async ({ page }) => {
  for (const _ of [1, 2]) await registered();
  await page.goto("/admin/events/01930000-0000-7000-8000-000000002001");
  const places = dialogOf(page).getByLabel("Nombre maximum");
  await places.fill("1");
  await save(page);
  const refusal = /places sont déjà prises.: le maximum ne peut pas être plus bas/;
  await expect(dialogOf(page).locator(".field-error").filter({ hasText: refusal })).toBeVisible();
  await expect(places).toHaveValue("1");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form of a record lies over the sidebar, and is corrected and saved", async ({
    page,
  }) => {
    await page.goto("/admin/partners/new");
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Enregistrer" }).click();
    await expect(form.getByRole("alert")).toContainText("2 champs à corriger");
    // Its first letter: a click that something else lies over is refused.
    await form.getByRole("heading", { level: 2 }).click({ position: { x: 2, y: 8 } });
    await form.getByLabel("Nom *", { exact: true }).fill("Sans script");
    await form.getByLabel("Description *").fill("Un partenaire.");
    await form.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Partenaire créé avec succès")).toBeVisible();
  });
});
