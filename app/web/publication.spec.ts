import { expect, test } from "../../tests/support/browser/office.ts";
import {
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../tests/support/browser/office-list.ts";

test("an article is written for a later moment, and shown before to whoever has a link", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const title = named("Plus tard");
  const form = dialogOf(page);
  await page.goto("/admin/news/new");
  await form.getByLabel("Titre *").fill(title);
  await form.getByLabel("Résumé *").fill("En un mot.");
  const content = form.getByLabel("Contenu *");
  await content.click();
  await page.keyboard.type("Tout le reste.");
  await form.getByLabel("Catégorie *").selectOption("Formation");
  const [from, until] = [form.getByLabel("Publier le"), form.getByLabel("Jusqu’au")];
  await expect(from).toBeHidden();
  await expect(until).toBeHidden();
  await form.getByLabel("Statut").selectOption({ label: "Publier le…" });
  await from.fill("2098-03-01T18:00");
  await until.fill("2098-03-01T17:00");
  await save(page);
  await expect(form.getByText("La fin doit suivre le début").first()).toBeVisible();
  await expect(from).toHaveValue("2098-03-01T18:00");
  await until.fill("2098-03-02T18:00");
  await save(page);
  await output(page, "Actualité créée avec succès");
  await find(page, "/admin/news", title);
  await expect(rowOf(page, title)).toContainText("Programmé pour le 1er mars 2098 à 18 h");

  await page.getByRole("link", { name: `Modifier ${title}` }).click();
  await expect(form.getByLabel("Statut")).toHaveValue("scheduled");
  await form.getByText("Liens d’aperçu").click();
  await expect(form.getByText("Aucun lien ouvert")).toBeVisible();
  await form.getByRole("button", { name: "Créer un lien d’aperçu" }).click();
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;
  await expect(form.getByText(/^Créé le .* valable jusqu’au/)).toBeVisible();

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await stranger.newPage();
  const base = new URL(page.url()).origin;
  for (const language of ["", "/en"]) {
    await other.goto(base + language + link);
    await expect(other.getByRole("heading", { level: 1 })).toContainText(title);
    await expect(other.getByRole("complementary", { name: /Aperçu|Preview/ })).toBeVisible();
  }
  await form.getByRole("button", { name: /^Fermer le lien créé/ }).click();
  await expect(form.getByText("Aucun lien ouvert")).toBeVisible();
  expect((await other.goto(base + link))?.status()).toBe(404);
  await stranger.close();
});
