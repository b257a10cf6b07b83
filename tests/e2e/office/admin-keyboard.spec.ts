import type { Locator, Page } from "@playwright/test";
import { expect, newArticle, test } from "../../support/browser/office.ts";
import {
  dialogOf,
  find,
  keysWork,
  named,
  output,
  rowOf,
  save,
} from "../../support/browser/office-list.ts";

/** Presses Tab until the focus is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test("news by keyboard alone: create, publish, look and close, ask for the shortcuts", async ({
  page,
}) => {
  const title = named("Sans souris");
  const dialog = dialogOf(page);
  await page.goto("/admin/news");
  await keysWork(page);

  await page.keyboard.press("n");
  await expect(dialog.getByLabel("Titre *")).toBeFocused();
  await page.keyboard.type(title);
  await tabTo(page, dialog.getByLabel("Résumé *"));
  await page.keyboard.type("En un mot.");
  await tabTo(page, dialog.getByLabel("Contenu *"));
  await page.keyboard.type("Tout le reste.");
  await tabTo(page, dialog.getByLabel("Catégorie *"));
  await page.keyboard.type("Form");
  await tabTo(page, dialog.getByRole("button", { name: "Enregistrer" }));
  await page.keyboard.press("Enter");
  await output(page, "Actualité créée avec succès");

  await page.keyboard.press("/");
  await page.keyboard.type(title.slice(0, -3));
  await expect(page).toHaveURL(/q=/);
  // The list answered meanwhile: the rest still goes where the first part went.
  await page.keyboard.type(title.slice(-3));
  await expect(page.getByRole("searchbox")).toHaveValue(title);
  await expect(page.getByText("1 actualité", { exact: true })).toBeVisible();
  await expect(rowOf(page, title)).toContainText("Formation");
  const status = rowOf(page, title).getByRole("button", { name: "Brouillon" });
  await tabTo(page, status);
  await page.keyboard.press("Enter");
  await output(page, /publiée/);
  await expect(rowOf(page, title).getByRole("button", { name: "Publié" })).toBeFocused();

  const edit = page.getByRole("link", { name: `Modifier ${title}` });
  await tabTo(page, edit);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Titre *")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  const remove = page.getByRole("button", { name: `Supprimer ${title}` });
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
});

test("two people edit one article: the second is told, loses nothing and decides", async ({
  page,
  context,
}) => {
  const title = named("À deux");
  const dialog = dialogOf(page);
  await newArticle(title);
  await find(page, "/admin/news", title);
  await page.getByRole("link", { name: `Modifier ${title}` }).click();
  await dialog.getByLabel("Contenu *").fill("Ce que la seconde personne a écrit avec soin.");

  const other = await context.newPage();
  await other.goto(page.url());
  await dialogOf(other).getByLabel("Résumé *").fill("Ce que la première a enregistré.");
  await save(other);
  await output(other, "Actualité mise à jour avec succès");

  await save(page);
  // It is the same account, in another tab.
  const warning = dialog.getByRole("alert").filter({ hasText: "Vous avez enregistré cette fiche" });
  await expect(warning).toContainText("a maintenant la valeur enregistrée\u202f: Résumé.");
  // What only one of them changed, nobody has to choose.
  await expect(warning.getByRole("heading")).toHaveCount(0);
  await expect(dialog.getByLabel("Résumé *")).toHaveValue("Ce que la première a enregistré.");
  await expect(dialog.getByLabel("Contenu *")).toHaveText(
    "Ce que la seconde personne a écrit avec soin.",
  );
  await page.getByRole("button", { name: "Enregistrer ma version" }).click();
  await output(page, "Actualité mise à jour avec succès");
  await page.getByRole("link", { name: `Modifier ${title}` }).click();
  await expect(dialog.getByLabel("Résumé *")).toHaveValue("Ce que la première a enregistré.");
  await expect(dialog.getByLabel("Contenu *")).toHaveText(
    "Ce que la seconde personne a écrit avec soin.",
  );
});

test("Escape and Enter inside a form belong to what lies on top of it", async ({ page }) => {
  await page.goto("/admin/news");
  await page.getByRole("link", { name: "Nouvelle Actualité" }).click();
  const form = page.getByRole("dialog", { name: "Nouvelle Actualité" });
  const picker = page.getByRole("dialog", { name: "Choisir un fichier" });
  const choose = form.getByRole("button", { name: "Choisir parmi les fichiers" });
  await choose.click();
  // A word that is searched for is not typed into the form: it sends nothing, and nothing is lost by leaving.
  await picker.getByRole("searchbox").fill("affiche");
  await page.keyboard.press("Enter");
  await expect(picker).toBeVisible();
  // The first one empties the search, as in every search box.
  await page.keyboard.press("Escape");
  await expect(picker.getByRole("searchbox")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(picker).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(form.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/admin\/news$/);

  await page.getByRole("link", { name: "Nouvelle Actualité" }).click();
  await form.getByLabel("Titre *").fill("Presque");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Quitter sans enregistrer ?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel("Titre *")).toHaveValue("Presque");
});
