import { ofName } from "../../../app/i18n/elision.ts";
import { expect, newPartner, test } from "../../support/browser/office.ts";
import { find, keysWork, named, output, rowOf, save } from "../../support/browser/office-list.ts";
import { newVisitor } from "../../support/browser/visitor-context.ts";

// What the back office says by itself: messages, the bell, and where the focus goes after them.

async function addPartner(): Promise<string> {
  const name = named("Partenaire");
  await newPartner(name);
  return name;
}

test("a message lies over no button, filter or row, on a desk or on a phone", async ({ page }) => {
  await page.goto("/admin/partners/new");
  await page.getByLabel("Nom *").fill(named("Partenaire"));
  await page.getByLabel("Description *").fill("Un soutien.");
  await save(page);
  const message = page.getByRole("status").filter({ hasText: "Partenaire créé avec succès" });
  await expect(message).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await message.boundingBox();
    for (const below of [
      page.getByRole("link", { name: "Nouveau partenaire" }),
      page.getByRole("search"),
      page.getByRole("table"),
    ]) {
      const other = await below.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(other?.y ?? 0);
    }
  }
});

test("who deletes by the keyboard is on « Annuler », and goes on in the screen", async ({
  page,
}) => {
  const name = await addPartner();
  await find(page, "/admin/partners", name);
  await keysWork(page);
  await page.getByRole("button", { name: `Supprimer ${name}` }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Supprimer" }).focus();
  await page.keyboard.press("Enter");
  await output(page, "Partenaire supprimé avec succès");
  const undo = page.getByRole("button", { name: "Annuler", exact: true });
  await expect(undo).toBeFocused();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await output(page, "Fiche rétablie");
  await expect(rowOf(page, name)).toHaveCount(1);
  await expect(page.locator("#main")).toBeFocused();
});

test("an arrow on a status menu changes nothing before Enter; a click does at once", async ({
  page,
}) => {
  const name = await addPartner();
  await find(page, "/admin/partners", name);
  await keysWork(page);
  const menu = page.getByLabel(`Statut ${ofName(name)}`);
  await menu.focus();
  await page.keyboard.press("ArrowDown");
  await expect(menu).toHaveValue("inactive");
  await expect(page.getByText("Entrée pour enregistrer")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(menu).toHaveValue("active");
  await menu.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveValue("active");
  await page.reload();
  await expect(menu).toHaveValue("active");
  await keysWork(page);
  await menu.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await output(page, "Statut du partenaire mis à jour");
  await page.reload();
  await expect(menu).toHaveValue("inactive");

  // The menu of several rows as well.
  await keysWork(page);
  await page.getByLabel(`Sélectionner ${name}`).check();
  const several = page.getByLabel("Changer le statut");
  await several.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("region", { name: "Sélection" })).toBeVisible();
  await page.keyboard.press("Enter");
  await output(page, "Statut du partenaire mis à jour");
  await expect(menu).toHaveValue("active");
});

test("the message before the sign-in has a cross and nothing under it", async ({ browser }) => {
  const page = await newVisitor(browser);
  await page.goto("/admin/login");
  await page.context().addCookies([
    {
      name: "office_toast",
      value: encodeURIComponent(JSON.stringify({ kind: "success", text: "Déconnexion réussie" })),
      url: `${process.env.SITE_URL}/admin`,
    },
  ]);
  await page.goto("/admin/login");
  const cross = page.getByLabel("Fermer le message");
  await expect(cross).toBeVisible();
  const drawn = await cross.evaluate((element) => getComputedStyle(element, "::after").content);
  expect(drawn).toBe("none");
  await cross.click();
  await expect(page.getByText("Déconnexion réussie")).toBeHidden();
});

test("the log tells a change in words, leads to the record, and is narrowed to a person and a day", async ({
  page,
}) => {
  const name = await addPartner();
  await find(page, "/admin/partners", name);
  await page.getByRole("link", { name: `Modifier ${name}` }).click();
  const long = "Une longue histoire. ".repeat(40).trim();
  await page.getByLabel("Description *").fill(long);
  await page.getByLabel("Type de partenariat").selectOption("technical");
  await save(page);
  await output(page, "Partenaire mis à jour avec succès");
  const day = new Date().toISOString().slice(0, 10);
  await find(page, "/admin/audit", name);
  const creation = rowOf(page, "Création").filter({ hasText: name });
  await expect(creation).toContainText("Description : Un soutien.");
  const change = rowOf(page, "Modification").filter({ hasText: name });
  await expect(change).toContainText("Type de partenariat : Sponsor → Technique");
  await expect(change.getByText(long, { exact: true })).toBeHidden();
  await change.getByText("En entier").click();
  await expect(change.getByText(long, { exact: true })).toBeVisible();
  await page.getByLabel("Du", { exact: true }).fill(day);
  await expect(page).toHaveURL(new RegExp(`from=${day}`));
  await expect(change).toHaveCount(1);
  await page.locator("select[name=staff]").selectOption("nobody");
  await expect(page.getByText("Aucune entrée ne correspond à vos filtres.")).toBeVisible();
  await page.goBack();
  await find(page, "/admin/audit", name);
  await change.getByRole("link", { name, exact: true }).click();
  await expect(page.getByLabel("Nom *")).toHaveValue(name);
});
