import { expect, test } from "../../support/browser/office.ts";
import { chooseFile, picture, upload } from "../../support/browser/office-files.ts";
import { dialogOf, find, named, output, rowOf, save } from "../../support/browser/office-list.ts";

test("a resource that is the picture of an article says so before it is hidden or deleted", async ({
  page,
}) => {
  const name = named("Affiche");
  const dialog = dialogOf(page);
  await upload(page, [await picture(`${name}.jpg`)], "", "Guides Pratiques");
  await output(page, "1 fichier(s) téléchargé(s) avec succès");
  // It is a file, in a category of resources, and no document for that.
  await find(page, "/admin/resources", name);
  await expect(page.getByText("Aucune ressource ne correspond à vos filtres.")).toBeVisible();
  await page.goto("/admin/resources/new");
  await chooseFile(page, name);
  const address = await dialog.getByLabel("URL du fichier").inputValue();
  await dialog.getByLabel("Titre *").fill(name);
  await dialog.getByLabel("Description *").fill("L’affiche de la finale.");
  await save(page);
  await output(page, "Ressource créée avec succès");
  await page.goto("/admin/news/new");
  await dialog.getByLabel("Image (URL)").fill(address);
  await dialog.getByLabel("Titre *").fill(name);
  await dialog.getByLabel("Résumé *").fill("En bref.");
  await dialog.getByLabel("Contenu *").fill("En long.");
  await dialog.getByLabel("Catégorie").selectOption("Formation");
  await save(page);
  await output(page, "Actualité créée avec succès");

  const question = page.getByRole("alertdialog");
  const uses = `En service : Actualité « ${name} ».`;
  await find(page, "/admin/resources", name);
  await rowOf(page, name).getByRole("button", { name: "Publié", exact: true }).click();
  await expect(question).toContainText(uses);
  await question.getByRole("button", { name: "Annuler" }).click();
  expect((await page.request.get(address)).status()).toBe(200);
  await page.getByLabel(`Sélectionner ${name}`).check();
  await page
    .getByRole("region", { name: "Sélection" })
    .getByRole("button", { name: "Supprimer" })
    .click();
  await expect(question).toContainText(`« ${name} » (Actualité « ${name} »)`);
  await question.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("button", { name: `Supprimer ${name}` }).click();
  await expect(question).toContainText(uses);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await output(page, "Ressource supprimée avec succès");
  // An article without its picture would be met by whoever looks at the list for faults.
  await find(page, "/admin/news", name);
  await page.getByRole("button", { name: `Supprimer ${name}` }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await output(page, "Actualité supprimée avec succès");
});

test("how large a file may be is a setting", async ({ page }) => {
  const dialog = dialogOf(page);
  const limit = dialog.getByLabel("Taille maximale d’un fichier (Mo)");
  await page.goto("/admin/files");
  await page.getByRole("link", { name: "Taille maximale" }).click();
  await limit.fill("501");
  await save(page);
  await expect(dialog.locator(".field-error")).toHaveText(
    "Un nombre entier de mégaoctets, de 1 à 500",
  );
  await limit.fill("26");
  await save(page);
  await output(page, "Paramètres sauvegardés avec succès");
  await page.goto("/admin/files/new");
  await expect(dialog.getByText("Au plus 26 Mo chacun.")).toBeVisible();
  await find(page, "/admin/audit", "Taille des fichiers");
  await page.getByRole("link", { name: "Taille des fichiers" }).first().click();
  await limit.fill("25");
  await save(page);
  await output(page, "Paramètres sauvegardés avec succès");
});
