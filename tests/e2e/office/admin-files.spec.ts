import { readFile } from "node:fs/promises";
import { ofName } from "../../../app/i18n/elision.ts";
import { photograph } from "../../files/samples.ts";
import { expect, test } from "../../support/browser/office.ts";
import { chooseFile, large, picture, text, upload } from "../../support/browser/office-files.ts";
import {
  deleteAndUndo,
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../support/browser/office-list.ts";
import { zipNames } from "../../support/zip.ts";

test("files: several at once, a refused one says why, and the others are found, shared and packed", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const name = named("lot");
  const dialog = dialogOf(page);
  await page.goto("/admin/files");
  await page.getByRole("link", { name: "Ajouter des fichiers" }).click();
  await expect(dialog.getByLabel("Public")).toBeChecked();
  await expect(dialog.getByLabel("En vedette")).not.toBeChecked();
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByText("Veuillez sélectionner au moins un fichier")).toBeVisible();
  await expect(dialog.getByText("Veuillez sélectionner une catégorie")).toBeVisible();

  await dialog
    .getByLabel("Fichiers", { exact: true })
    .setInputFiles([
      await picture(`${name} photo.jpg`),
      text(`${name} note.txt`, "Bonjour"),
      { name: `${name} piège.jpg`, mimeType: "image/jpeg", buffer: Buffer.from("<html>") },
    ]);
  await expect(dialog.getByText("0,00 Mo").first()).toBeVisible();
  // The button is in sight, however long the form; what is too large is said before it is sent.
  await expect(dialog.getByRole("button", { name: "Envoyer" })).toBeInViewport({ ratio: 1 });
  await dialog
    .getByLabel("Fichiers", { exact: true })
    .setInputFiles([text(`${name} de trop.txt`, "Par erreur"), large(`${name} film.txt`)]);
  await expect(dialog.getByText(": le maximum est de 25 Mo")).toBeVisible();
  await dialog.getByRole("button", { name: `Retirer ${name} film.txt` }).click();
  await dialog.getByRole("button", { name: `Retirer ${name} de trop.txt` }).click();
  await expect(dialog.getByText("Par erreur")).toHaveCount(0);
  const accepted = await dialog.getByLabel("Fichiers", { exact: true }).getAttribute("accept");
  for (const ending of [".xls", ".xlsx", ".ppt", ".pptx"]) expect(accepted).toContain(ending);
  await dialog.getByLabel("Catégorie").selectOption({ label: "Photos" });
  await dialog.getByLabel("Étiquettes").fill("Finale, Conakry");
  await dialog.getByLabel("En vedette").check();
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByRole("alert").last()).toContainText(
    /piège.jpg.* n’a pas été envoyé.*2 fichier\(s\) téléchargé\(s\) avec succès/,
  );
  const progress = (file: string) => dialog.getByLabel(`Progression ${ofName(name)} ${file}`);
  await expect(progress("photo.jpg")).toHaveAttribute("value", "100");
  await expect(progress("piège.jpg")).toHaveAttribute("value", "0");
  await expect(dialog.getByText("Le contenu de ce fichier n’est pas d’un type")).toBeVisible();
  await dialog.getByRole("link", { name: "Fermer" }).last().click();

  // By the name of the file, by a part of a tag, by the category.
  await find(page, "/admin/files", `${name} note.txt`);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(1);
  await find(page, "/admin/files", "conak");
  await expect(page.getByText(`${name} photo`).first()).toBeVisible();
  await find(page, "/admin/files", name);
  const tiles = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toContainText("En vedette");
  await page.getByRole("search").getByLabel("Catégorie").selectOption({ label: "Formulaires" });
  await expect(page.getByText("Aucun fichier ne correspond à vos filtres.")).toBeVisible();
  await page.getByRole("search").getByLabel("Catégorie").selectOption({ label: "Photos" });

  await expect(tiles).toHaveCount(2);

  await page.getByRole("link", { name: "Liste", exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  await page.getByRole("searchbox").first().fill(`${name} photo`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(/view=list/);
  await expect(rowOf(page, `${name} photo`).locator("img")).toBeVisible();
  await page.getByRole("searchbox").first().fill(`${name} rien`);
  await page.getByRole("link", { name: "Effacer les filtres" }).click();
  await expect(page).toHaveURL(/\?view=list$/);
  await page.goto(`/admin/files?view=list&${new URLSearchParams({ q: name })}`);
  await page.getByLabel("Tout sélectionner").check();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Télécharger (ZIP)" }).click();
  const archive = await readFile(await (await download).path());
  expect(zipNames(archive).sort()).toEqual([`${name} note.txt`, `${name} photo.jpg`]);
  expect(archive.includes("Bonjour")).toBe(true);

  await page.getByRole("link", { name: `Aperçu ${ofName(name)} photo` }).click();
  for (const fact of [`${name} photo.jpg`, "Image JPEG", "320 × 240 px"]) {
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByLabel("Étiquettes")).toHaveValue("finale, conakry");
  await dialog.getByRole("button", { name: "Copier l’URL" }).click();
  await output(page, "URL copiée dans le presse-papiers");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(copied)).headers()["content-type"]).toBe("image/jpeg");
});

test("a file in use: where, replaced at its address, deleted with a warning, and back", async ({
  page,
}) => {
  const name = named("Portrait");
  const dialog = dialogOf(page);
  await upload(page, [await picture(`${name}.jpg`)]);
  await output(page, "1 fichier(s) téléchargé(s) avec succès");

  await page.goto("/admin/news/new");
  await chooseFile(page, name);
  const address = await dialog.getByLabel("Image (URL)").inputValue();
  expect(address).toMatch(/^\/files\/uploads\/[\w-]+\.jpg$/);
  await dialog.getByLabel("Titre *").fill(name);
  await dialog.getByLabel("Résumé *").fill("En bref.");
  await dialog.getByLabel("Contenu *").fill("En long.");
  await dialog.getByLabel("Catégorie").selectOption("Formation");
  await save(page);
  await output(page, "Actualité créée avec succès");

  await page.goto(`/admin/files?view=list&${new URLSearchParams({ q: name })}`);
  await expect(rowOf(page, name)).toContainText("1 fois");
  await page.getByRole("link", { name: `Aperçu ${ofName(name)}` }).click();
  // What is being typed of a file stays while its content is replaced.
  await dialog.getByLabel("Texte alternatif").fill("Un portrait, de face.");
  await dialog
    .getByLabel("Fichier de remplacement")
    .setInputFiles({ ...(await picture("autre.jpg")), buffer: await photograph(640, 640) });
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`En service : Actualité « ${name} ».`);
  await question.getByRole("button", { name: "Remplacer" }).click();
  await output(page, "Fichier remplacé avec succès");
  await expect(dialog.getByText("640 × 640 px", { exact: true })).toBeVisible();
  await expect(dialog.getByText(address, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Texte alternatif")).toHaveValue("Un portrait, de face.");
  await dialog.getByLabel("Fichier de remplacement").setInputFiles(text("autre.txt", "non"));
  await question.getByRole("button", { name: "Remplacer" }).click();
  await output(page, "Le nouveau fichier doit être du même type que l’ancien.");
  await save(page);
  await output(page, "Fichier mis à jour avec succès");
  await page.getByRole("link", { name: `Aperçu ${ofName(name)}` }).click();
  await dialog.getByRole("link", { name: `Actualité : ${name}` }).click();
  await expect(page).toHaveURL(/\/admin\/news\/[0-9a-f-]{36}/);
  await expect(dialogOf(page).getByLabel("Titre *")).toHaveValue(name);

  await page.goto(`/admin/files?view=list&${new URLSearchParams({ q: name })}`);
  await page.getByRole("button", { name: `Supprimer ${name}` }).click();
  await expect(question).toContainText(`En service : Actualité « ${name} ».`);
  await question.getByRole("button", { name: "Annuler" }).click();
  await deleteAndUndo(page, name, "Fichier supprimé avec succès");
  expect((await page.request.get(address)).status()).toBe(200);
});

test("resources: from a file or an address, published and not, downloads counted, deleted and back", async ({
  page,
}) => {
  const name = named("Rapport");
  const dialog = dialogOf(page);
  await upload(page, [text(`${name}.txt`, "Le rapport")]);
  await output(page, "1 fichier(s) téléchargé(s) avec succès");

  await page.goto("/admin/resources");
  await expect(page.getByText("Préférez le PDF pour les documents officiels.")).toBeHidden();
  await page.getByText("Conseils pour les fichiers").click();
  await expect(page.getByText("Préférez le PDF pour les documents officiels.")).toBeVisible();
  await page.getByRole("link", { name: "Nouvelle ressource" }).click();
  await expect(dialog.getByLabel("Type de fichier")).toHaveValue("application/pdf");
  await expect(dialog.getByLabel("Catégorie")).toHaveValue("Documents Officiels");
  await expect(dialog.getByLabel("Publié")).toBeChecked();
  await save(page);
  for (const message of [
    "Le titre est requis",
    "La description est requise",
    "L’URL du fichier est requise",
  ]) {
    await expect(dialog.locator(".field-error").filter({ hasText: message })).toBeVisible();
  }
  await dialog.getByLabel("URL du fichier").fill("pas une adresse");
  await save(page);
  await expect(dialog.locator(".field-error").filter({ hasText: "URL invalide" })).toBeVisible();
  await chooseFile(page, name);
  await dialog.getByLabel("Titre *").fill(name);
  await dialog.getByLabel("Description *").fill("Une année de jeu.");
  await dialog.getByLabel("Catégorie").selectOption("Études et Rapports");
  await save(page);
  await output(page, "Ressource créée avec succès");

  await find(page, "/admin/resources", name);
  const row = rowOf(page, name);
  await expect(row).toContainText("10 octets");
  const href = (await row.getByRole("link", { name: "Télécharger" }).getAttribute("href")) ?? "";
  expect(await (await page.request.get(href)).text()).toBe("Le rapport");
  await page.reload();
  await expect(row.getByRole("cell", { name: "1", exact: true })).toBeVisible();
  await row.getByRole("button", { name: "Publié", exact: true }).click();
  await output(page, "Ressource dépubliée avec succès");
  expect((await page.request.get("/resources?category=reports")).ok()).toBe(true);
  await expect(async () => {
    expect(await (await page.request.get("/resources")).text()).not.toContain(name);
  }).toPass({ timeout: 1_500 });
  // Staff still open what visitors do not.
  const own = (await row.getByRole("link", { name: "Voir" }).getAttribute("href")) ?? "";
  expect(await (await page.request.get(own)).text()).toBe("Le rapport");
  await row.getByRole("button", { name: "Non publié", exact: true }).click();
  await output(page, "Ressource publiée avec succès");

  await row.getByRole("link", { name: `Modifier ${name}` }).click();
  await dialog.getByLabel("URL du fichier").fill("https://example.org/rapport.pdf");
  await save(page);
  await output(page, "Ressource mise à jour avec succès");
  await expect(row.getByRole("link", { name: "Voir" })).toHaveAttribute(
    "href",
    "https://example.org/rapport.pdf",
  );
  await deleteAndUndo(page, name, "Ressource supprimée avec succès");
});
