import { ofName } from "../../../app/i18n/elision.ts";
import { photograph } from "../../files/samples.ts";
import { expect, test } from "../../support/browser/office.ts";
import { dialogOf, find, named, output, rowOf, save } from "../../support/browser/office-list.ts";

/** What somebody who is nobody in particular gets. */
const visited = (address: string) => fetch(`${process.env.SITE_URL}${address}`);

test("an article is looked at before it is published, by staff alone, and on the site afterwards", async ({
  page,
  context,
}) => {
  const title = named("Essai d’aperçu");
  const dialog = dialogOf(page);
  await page.goto("/admin/news/new");
  await expect(dialog.getByRole("link", { name: "Aperçu" })).toHaveCount(0);
  await dialog.getByLabel("Titre").fill(title);
  await dialog.getByLabel("Résumé").fill("Ce que l’on relit avant de publier.");
  await dialog.getByLabel("Contenu").fill("Le texte entier.");
  await dialog.getByLabel("Catégorie").selectOption("Formation");
  await save(page);
  await output(page, "Actualité créée avec succès");
  await find(page, "/admin/news", title);
  const row = rowOf(page, title);
  const address =
    (await row.getByRole("link", { name: `Aperçu ${ofName(title)}` }).getAttribute("href")) ?? "";
  expect(address).toMatch(/^\/news\/[0-9a-f-]{36}$/);

  for (const [language, prefix, mark] of [
    ["fr", "", /brouillon/],
    ["en", "/en", /draft/],
  ] as const) {
    const preview = await context.newPage();
    const answer = await preview.goto(prefix + address);
    expect(answer?.status(), language).toBe(200);
    expect(answer?.headers()["cache-control"]).toBe("private, no-store");
    expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
    await expect(preview.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(preview.getByText(mark)).toBeVisible();
    await expect(preview.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(preview.locator('link[rel="canonical"]')).toHaveCount(0);
    await preview.close();
    // Neither before nor after staff looked at it is it there for anybody else.
    const other = await visited(prefix + address);
    expect(other.status).toBe(404);
    expect(await other.text()).not.toContain(title);
  }

  await row.getByRole("link", { name: `Modifier ${title}` }).click();
  await expect(dialog.getByRole("link", { name: "Aperçu" })).toHaveAttribute("href", address);
  await dialog.getByLabel("Statut").selectOption("published");
  await save(page);
  await output(page, "Actualité mise à jour avec succès");
  await expect(row.getByRole("link", { name: `Voir ${title} sur le site` })).toHaveAttribute(
    "href",
    address,
  );
  await expect.poll(async () => (await visited(address)).status).toBe(200);
  const text = await (await visited(address)).text();
  expect(text).not.toMatch(/brouillon|noindex/);
  await page.goto(address);
  await expect(page.getByText(/brouillon/)).toHaveCount(0);
});

test("an event leads to the site from its form", async ({ page }) => {
  await page.goto("/admin/events/01930000-0000-7000-8000-000000002001");
  await expect(dialogOf(page).getByRole("link", { name: "Voir sur le site" })).toHaveAttribute(
    "href",
    "/events/01930000-0000-7000-8000-000000002001",
  );
});

test("a picture is sent from the picker, and nothing that was typed is lost", async ({ page }) => {
  const title = named("Essai d’envoi");
  const form = page.getByRole("dialog", { name: "Nouvelle Actualité" });
  const picker = page.getByRole("dialog", { name: "Choisir un fichier" });
  await page.goto("/admin/news/new");
  await expect(async () => {
    await page.getByRole("button", { name: "Choisir parmi les fichiers" }).click();
    await expect(picker).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await picker.getByRole("button", { name: "Fermer" }).click();
  await form.getByLabel("Titre").fill(title);
  await form.getByLabel("Contenu").fill("Ce qui est déjà écrit.");
  await page.getByRole("button", { name: "Choisir parmi les fichiers" }).click();
  await expect(picker.getByLabel("dans")).toHaveValue(/./);
  const send = (name: string, mimeType: string, buffer: Buffer) =>
    picker.getByLabel("Fichier à envoyer").setInputFiles([{ name, mimeType, buffer }]);
  await send("faux.jpg", "image/jpeg", Buffer.from("<html>ceci n’est pas une image</html>"));
  await expect(picker.getByRole("alert")).not.toBeEmpty();
  await expect(picker).toBeVisible();
  await send("vraie.jpg", "image/jpeg", await photograph(800, 600));
  await expect(picker).toHaveCount(0);
  await expect(form.getByLabel("Image (URL)")).toHaveValue(/^\/files\/uploads\/[\w-]+\.jpg$/);
  await expect(form.getByRole("img", { name: "Aperçu" })).toBeVisible();
  await expect(form.getByLabel("Titre")).toHaveValue(title);
  await expect(form.getByLabel("Contenu")).toHaveText("Ce qui est déjà écrit.");
  // What visitors will see of it opens to them.
  expect((await visited(await form.getByLabel("Image (URL)").inputValue())).status).toBe(200);
});
