import type { Page } from "@playwright/test";
import { ofName } from "../../../app/i18n/elision.ts";
import { expect, test } from "../../support/browser/office.ts";
import { dialogOf, named, output, rowOf, save } from "../../support/browser/office-list.ts";

type Fill = (page: Page) => Promise<void>;
const field = (page: Page, label: string) => dialogOf(page).getByLabel(label).first();
const words = (page: Page) => dialogOf(page).getByRole("textbox", { name: "Texte", exact: true });

/** What each type of section needs, and what visitors then read. */
const SECTIONS: Record<string, { fill: Fill; reads: string }> = {
  "Bannière d’ouverture": {
    async fill(page) {
      await words(page).fill("Bienvenue aux clubs.");
      await field(page, "Texte du bouton").fill("Adhérer");
      await field(page, "Où il mène").fill("/membership");
    },
    reads: "Adhérer",
  },
  Texte: { fill: (page) => words(page).fill("Un paragraphe."), reads: "Un paragraphe." },
  Image: {
    async fill(page) {
      await field(page, "Image (URL)").fill("/pictures/trophy-confetti.jpg");
      await field(page, "Description de l’image").fill("Le trophée");
    },
    reads: 'alt="Le trophée"',
  },
  Galerie: {
    async fill(page) {
      await dialogOf(page).getByRole("button", { name: "Ajouter une image" }).click();
      await field(page, "Image *").fill("/pictures/press-desk.jpg");
      await field(page, "Description de l’image *").fill("La presse");
    },
    reads: 'alt="La presse"',
  },
  Chiffres: {
    async fill(page) {
      await dialogOf(page).getByRole("button", { name: "Ajouter un chiffre" }).click();
      await field(page, "Chiffre *").fill("37");
      await field(page, "Ce qu’il compte *").fill("clubs affiliés");
    },
    reads: "clubs affiliés",
  },
  "Points forts": {
    async fill(page) {
      await dialogOf(page).getByRole("button", { name: "Ajouter un point" }).click();
      const first = dialogOf(page).getByRole("group", { name: "Point 1" });
      await first.getByLabel("Titre *").fill("Formation");
      await first.getByLabel("Texte *").fill("Pour chaque arbitre.");
    },
    reads: "Pour chaque arbitre.",
  },
  Témoignages: {
    async fill(page) {
      await dialogOf(page).getByRole("button", { name: "Ajouter un témoignage" }).click();
      const first = dialogOf(page).getByRole("group", { name: "Témoignage 1" });
      await first.getByLabel("Témoignage *").fill("Une famille.");
      await first.getByLabel("Nom *").fill("Mory");
    },
    reads: "Une famille.",
  },
  "Appel à l’action": {
    fill: (page) => words(page).fill("Rejoignez-nous."),
    reads: "Rejoignez-nous.",
  },
};

/** What a visitor gets, who knows nothing of the administrator. */
const visited = async (address: string) => {
  const answer = await fetch(new URL(address, process.env.SITE_URL));
  return { status: answer.status, text: await answer.text() };
};

const WITHIN_A_SECOND = { timeout: 1_000, intervals: [50] };

test("a page: refused address, eight sections, order, draft, publication, deletion", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const title = named("Nos clubs");
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const dialog = dialogOf(page);
  await page.goto("/admin/pages");
  await page.getByRole("link", { name: "Nouvelle page" }).click();
  await expect(dialog.getByLabel("Statut")).toHaveValue("draft");
  await dialog.getByLabel("Titre *").fill(title);
  await dialog.getByLabel("Description", { exact: true }).first().fill("Tous les clubs.");
  await dialog.getByLabel("Adresse").fill("news");
  await save(page);
  const refusal = "Cette adresse appartient déjà à une page du site : choisissez-en une autre";
  await expect(dialog.locator(".field-error").filter({ hasText: refusal })).toBeVisible();
  await expect(dialog.getByLabel("Titre *")).toHaveValue(title);
  await expect(dialog.getByLabel("Description", { exact: true }).first()).toHaveValue(
    "Tous les clubs.",
  );
  await dialog.getByLabel("Adresse").fill("");
  await save(page);
  await output(page, "Page créée avec succès");

  await page.goto(`/admin/pages?${new URLSearchParams({ q: slug })}`);
  await rowOf(page, title).getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByText("Aucune section", { exact: true })).toBeVisible();
  const types = Object.entries(SECTIONS);
  for (const [type, { fill }] of types) {
    await page.getByRole("link", { name: "Nouvelle section" }).first().click();
    await expect(dialog.getByLabel("Type", { exact: true })).toHaveValue("text");
    await expect(dialog.getByLabel("Section active")).toBeChecked();
    await dialog.getByLabel("Type", { exact: true }).selectOption(type);
    await dialog.getByLabel("Titre", { exact: true }).first().fill(`Partie ${type}`);
    await fill(page);
    await save(page);
    await output(page, "Section créée avec succès");
    await expect(rowOf(page, `Partie ${type}`)).toContainText(type);
  }

  const names = page.getByRole("row").getByRole("link", { name: /^Partie/ });
  const order = async () => (await names.allTextContents()).map((name) => name.trim());
  const last = "Partie Appel à l’action";
  await expect(page.getByRole("button", { name: `Descendre ${last}` })).toBeDisabled();
  await expect(
    page.getByRole("button", { name: "Monter Partie Bannière d’ouverture" }),
  ).toBeDisabled();
  await page.getByRole("button", { name: `Monter ${last}` }).click();
  await output(page, "Ordre mis à jour");
  await expect.poll(async () => (await order()).at(-2)).toBe(last);
  await rowOf(page, "Partie Chiffres").getByRole("button", { name: "Active", exact: true }).click();
  await output(page, "Section désactivée");

  // A draft: staff look at it in a tab of its own, visitors do not find it.
  expect((await visited(`/${slug}`)).status).toBe(404);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Aperçu de la page" }).click();
  const preview = await opened;
  await expect(preview.getByRole("heading", { name: "Partie Texte" })).toBeVisible();
  await expect(preview.getByText(/brouillon|aperçu/i).first()).toBeVisible();
  await preview.close();

  await page.getByRole("link", { name: "Modifier la page" }).click();
  await dialog.getByLabel("Statut").selectOption("published");
  await save(page);
  await output(page, "Page mise à jour avec succès");
  await expect.poll(() => visited(`/${slug}`), WITHIN_A_SECOND).toMatchObject({ status: 200 });
  const { text } = await visited(`/${slug}`);
  for (const [type, { reads }] of types) {
    if (type === "Chiffres") expect(text).not.toContain(reads);
    else expect(text, type).toContain(reads);
  }
  expect(text.indexOf("Rejoignez-nous.")).toBeLessThan(text.indexOf("Une famille."));

  await page.getByRole("button", { name: "Supprimer Partie Texte" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Êtes-vous sûr de vouloir supprimer cette section ?");
  await question.getByRole("button", { name: "Supprimer" }).click();
  await output(page, "Section supprimée avec succès");
  await expect(rowOf(page, "Partie Texte")).toHaveCount(0);
  const reads = async () => (await visited(`/${slug}`)).text.includes("Un paragraphe.");
  await expect.poll(reads, WITHIN_A_SECOND).toBe(false);

  await page.goto(`/admin/pages?${new URLSearchParams({ q: title })}`);
  await page.getByLabel(`Statut ${ofName(title)}`).selectOption("archived");
  await output(page, "Page mise à jour avec succès");
  const status = async () => (await visited(`/${slug}`)).status;
  await expect.poll(status, WITHIN_A_SECOND).toBe(404);
});

test("settings: logo, menu in another order, contact and names are on the site within a second", async ({
  page,
}) => {
  const dialog = dialogOf(page);
  const shows = (what: RegExp, address = "/") =>
    expect.poll(async () => what.test((await visited(address)).text), WITHIN_A_SECOND).toBe(true);
  const open = async (name: string) => {
    await page.goto("/admin/pages");
    await page.getByRole("main").getByRole("link", { name: "Paramètres" }).click();
    await page.getByRole("link", { name: `Modifier : ${name}` }).click();
  };
  const saved = () => output(page, "Paramètres sauvegardés avec succès");

  await open("Logo");
  await expect(dialog.getByLabel("Largeur (pixels)")).toHaveValue("48");
  await expect(dialog.getByLabel("Hauteur (pixels)")).toHaveValue("48");
  await expect(dialog.getByLabel("Mène à")).toHaveValue("/");
  await expect(dialog.getByRole("button", { name: "Choisir parmi les fichiers" })).toBeVisible();
  await dialog.getByLabel("Image du logo").fill("/pictures/icon-512.png");
  await dialog.getByLabel("Largeur (pixels)").fill("500");
  await save(page);
  const limits = dialog.locator(".field-error").filter({ hasText: "de 16 à 240" });
  await expect(limits).toBeVisible();
  await dialog.getByLabel("Largeur (pixels)").fill("56");
  await save(page);
  await saved();
  await shows(/<img src="\/pictures\/icon-512\.png" alt="" width="56" height="48"/);
  await open("Logo");
  await dialog.getByLabel("Image du logo").fill("/pictures/logo.svg");
  await dialog.getByLabel("Largeur (pixels)").fill("48");
  await save(page);
  await saved();

  await open("Menu principal");
  await dialog.getByRole("button", { name: "Monter Élément 7" }).click();
  await save(page);
  await saved();
  await shows(/href="\/contact"[\s\S]*?href="\/partners"/);
  await open("Menu principal");
  await dialog.getByRole("button", { name: "Descendre Élément 6" }).click();
  await save(page);
  await saved();
  await shows(/href="\/partners"[\s\S]*?href="\/contact"/);

  await open("Coordonnées et réseaux sociaux");
  await dialog.getByLabel("Téléphone").fill("+224 621 11 22 33");
  await save(page);
  await saved();
  await shows(/621 11 22 33/, "/contact");
  await open("Coordonnées et réseaux sociaux");
  await dialog.getByLabel("Téléphone").fill("+224 620 00 00 00");
  await save(page);
  await saved();

  await open("Nom de la fédération");
  const name = await dialog.getByLabel("Nom de la fédération").inputValue();
  await dialog.getByLabel("Nom de la fédération").fill(`${name} (essai)`);
  await save(page);
  await saved();
  await shows(/\(essai\)/);
  await open("Nom de la fédération");
  await dialog.getByLabel("Nom de la fédération").fill(name);
  await save(page);
  await saved();
});
