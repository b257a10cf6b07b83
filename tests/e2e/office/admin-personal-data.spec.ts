import { confirmed, expect, test } from "../../support/browser/office.ts";
import { dialogOf, find, named, output, save } from "../../support/browser/office-list.ts";

test("a person's data: from the member's screen, read, taken away, erased", async ({ page }) => {
  const last = named("Efface");
  const name = `Mariama ${last}`;
  const dialog = dialogOf(page);
  await page.goto("/admin/members/new");
  await dialog.getByLabel("Prénom").fill("Mariama");
  await dialog.getByLabel("Nom *", { exact: true }).fill(last);
  await dialog.getByLabel(/^E-mail/).fill(`${last.replace(" ", ".")}@example.gn`);
  await dialog.getByLabel("Date de naissance").fill("2001-02-03");
  await save(page);
  await output(page, "Membre créé avec succès");

  await find(page, "/admin/members", last);
  await page.getByRole("link", { name: `Modifier ${name}` }).click();
  await dialog.getByRole("link", { name: "Fiche de la personne" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page).toHaveURL(/\/admin\/people\/[0-9a-f-]{36}$/);
  for (const part of [
    "Licence",
    "Adhésions",
    "Inscriptions",
    "Paiements",
    "Messages envoyés",
    "Journal",
  ])
    await expect(page.getByRole("heading", { level: 2, name: part, exact: true })).toBeVisible();
  await expect(page.getByText("Membre\u202f: Création")).toBeVisible();
  await expect(page.getByRole("link", { name: `${name}, joueur` })).toBeVisible();
  await expect(page.getByText("3 février 2001").first()).toBeVisible();
  await confirmed(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Télécharger (JSON)" }).click();
  expect((await saving).suggestedFilename()).toBe("donnees-personnelles.json");

  const address = page.url();
  await page.getByRole("button", { name: "Effacer définitivement" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Effacer" }).click();
  await output(page, "Données effacées avec succès");
  await expect(page).toHaveURL(/\/admin\/people$/);
  await find(page, "/admin/members", last);
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText("Page introuvable").first()).toBeVisible();
  await page.goto("/admin/people");
  await expect(page.getByText("Données effacées").first()).toBeVisible();
});
