import type { Page } from "@playwright/test";
import { axeFaults } from "../../tests/support/browser/look.ts";
import { expect, newRecord, test } from "../../tests/support/browser/office.ts";
import { dialogOf, find, named, output, rowOf } from "../../tests/support/browser/office-list.ts";

// One after the other: both change the one kit.
test.describe.configure({ mode: "default" });

const KIT = "/admin/resources/media-kit";
const ADDED = "Document ajouté au kit média";

/** A document elsewhere, published or not. */
const createResource = (title: string, isPublic = true) =>
  newRecord("/admin/resources", title, {
    title,
    description: "Pour la presse.",
    category: "Documents Officiels",
    file_url: `https://example.org/${encodeURIComponent(title)}.pdf`,
    file_type: "application/pdf",
    ...(isPublic && { is_public: "on" }),
  });

async function choose(page: Page, title: string): Promise<void> {
  await page.goto(`${KIT}/new`);
  const field = dialogOf(page).getByLabel("Document");
  const option = field.locator("option", { hasText: title });
  await field.selectOption((await option.getAttribute("value")) ?? "");
  await dialogOf(page).getByRole("button", { name: "Ajouter", exact: true }).click();
  await output(page, ADDED);
}

/** The titles of this test among the links of the card, in their order. */
async function shown(page: Page, of: string): Promise<string[]> {
  await page.goto("/resources");
  return page.locator("#media-kit a").filter({ hasText: of }).allTextContents();
}

test("staff choose the documents of the media kit, put them in order and take them out", async ({
  page,
}) => {
  const mark = named("Kit");
  const [dossier, logos, secret] = [`${mark} Dossier`, `${mark} Logos`, `${mark} Embargo`];
  for (const title of [dossier, logos]) await createResource(title);
  await createResource(secret, false);
  await page.goto("/admin/resources");
  await page.getByRole("link", { name: "Kit média", exact: true }).first().click();
  await page.getByRole("link", { name: "Ajouter un document" }).click();
  await dialogOf(page).getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("Choisissez un document");
  for (const title of [dossier, secret, logos]) await choose(page, title);
  await expect(rowOf(page, secret)).toContainText("Non publié");
  expect(await axeFaults(page)).toEqual([]);
  expect(await shown(page, mark)).toEqual([dossier, logos]);
  expect(await axeFaults(page)).toEqual([]);

  await page.goto(KIT);
  for (const _time of [1, 2]) {
    await page.getByRole("button", { name: `Monter ${logos}` }).click();
    await output(page, "Ordre mis à jour");
    await page.reload();
  }
  expect(await shown(page, mark)).toEqual([logos, dossier]);

  // Whoever deletes one is told that the kit uses it; undone, it stands where it stood.
  await find(page, "/admin/resources", logos);
  await page.getByRole("button", { name: `Supprimer ${logos}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Kit média");
  await question.getByRole("button", { name: "Supprimer" }).click();
  await output(page, "Ressource supprimée avec succès");
  expect(await shown(page, mark)).toEqual([dossier]);
  await page.goto("/admin/bin");
  await rowOf(page, logos)
    .getByRole("button", { name: /Rétablir/ })
    .click();
  await output(page, /rétablie/);
  expect(await shown(page, mark)).toEqual([logos, dossier]);

  for (const title of [dossier, logos, secret]) {
    await page.goto(KIT);
    await page.getByRole("button", { name: `Retirer ${title}` }).click();
    await output(page, "Document retiré du kit média");
  }
  expect(await shown(page, mark)).toEqual([]);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("a document is chosen by the form, and visitors get it by its link", async ({ page }) => {
    const title = named("Sans script");
    await createResource(title);
    await choose(page, title);
    await expect(rowOf(page, title)).toContainText("Montré");
    expect(await shown(page, title)).toEqual([title]);
    const card = page.locator("#media-kit");
    await expect(card.getByText("Télécharger le kit média")).toBeVisible();
    const link = card.getByRole("link", { name: title });
    await expect(link).toHaveAttribute("href", /^\/resources\/[\w-]{36}\/download$/);
    await page.goto("/en/resources");
    await expect(page.locator("#media-kit").getByText("Download the media kit")).toBeVisible();
    await expect(page.locator("#media-kit a", { hasText: title })).toHaveAttribute("href", /^\/en/);
  });
});
