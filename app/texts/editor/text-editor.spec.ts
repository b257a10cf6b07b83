import type { Locator, Page } from "@playwright/test";
import { axeFaults } from "../../../tests/support/browser/look.ts";
import { expect, test } from "../../../tests/support/browser/office.ts";
import { picture, upload } from "../../../tests/support/browser/office-files.ts";
import {
  dialogOf,
  find,
  named,
  output,
  rowOf,
  save,
} from "../../../tests/support/browser/office-list.ts";
import { openEditor, tool } from "../../../tests/support/browser/text-editor.ts";

/** In letters: the search finds words, and a digit stands in every name. */
const NUMERALS = ["zéro", "deux", "trois", "quatre", "cinq", "sixième"];
const THUMB = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

async function sendPictures(page: Page, name: string, count: number): Promise<string[]> {
  const names = NUMERALS.slice(0, count).map((numeral) => `${name} ${numeral}`);
  await upload(page, await Promise.all(names.map((one) => picture(`${one}.jpg`))));
  const done = page.getByText(`${count} fichier(s) téléchargé(s) avec succès`);
  await expect(done.last()).toBeVisible({ timeout: 60_000 });
  return names;
}

async function fillHead(form: Locator, title: string): Promise<void> {
  await form.getByLabel("Titre").fill(title);
  await form.getByLabel("Résumé").fill("Trois jours de jeu à Conakry.");
  await form.getByLabel("Catégorie").selectOption("Compétition");
  await form.getByLabel("Statut").selectOption("published");
}

/** What a visitor reads, without what the page says around it. */
const published = (page: Page) => page.locator("main .prose").first();

/** The page that came of it has every part, light, in its place. */
async function expectArticle(
  page: Page,
  title: string,
  pictures: readonly string[],
): Promise<void> {
  await find(page, "/admin/news", title);
  // A phone's list has no link to the site: its address is that of the record.
  const link = page.getByRole("link", { name: title, exact: true });
  const [, id] = /\/admin(\/news\/[\w-]+)/.exec((await link.getAttribute("href")) ?? "") ?? [];
  await page.goto(id ?? "");
  const article = published(page);
  await expect(article.getByRole("heading", { name: "Le programme", level: 2 })).toBeVisible();
  await expect(article.getByRole("heading", { name: "Vendredi", level: 3 })).toBeVisible();
  for (const name of pictures) {
    const image = article.getByRole("img", { name: `La salle, ${name}` });
    await expect(image).toHaveAttribute("loading", "lazy");
  }
  await expect(article.locator("figure")).toHaveCount(pictures.length);
  await expect(article.getByRole("columnheader")).toHaveText(["Équipe", "Points"]);
  await expect(article.getByRole("cell", { name: "Kaloum" })).toBeVisible();
  await expect(article.getByRole("link", { name: "La finale en images" })).toHaveAttribute(
    "href",
    "https://youtu.be/abc",
  );
  await expect(article.getByRole("blockquote")).toHaveText("On a tout donné.");
  await expect(article.locator("iframe, video, script")).toHaveCount(0);
}

/** What the open page weighs for a telephone, its document and the pictures of its text, bytes. */
async function weigh(page: Page): Promise<number> {
  const sets = await published(page)
    .locator("source[type='image/avif']")
    .evaluateAll((sources) => sources.map((one) => (one as HTMLSourceElement).srcset));
  const pictures = sets.map(
    (set) => new URL(set.split(", ").at(-1)?.split(" ")[0] ?? "", page.url()).href,
  );
  const sizes = [page.url(), ...new Set(pictures)].map(async (address) => {
    const answer = await fetch(address, { headers: { "accept-encoding": "br" } });
    await answer.arrayBuffer();
    return Number(answer.headers.get("content-length"));
  });
  return (await Promise.all(sizes)).reduce((all, size) => all + size, 0);
}

test.describe("with a thumb", () => {
  test.use(THUMB);

  test("an article of every part is written, and published as it was seen", async ({ page }) => {
    test.slow();
    const names = await sendPictures(page, named("pouce"), 6);
    const title = named("Écrit du pouce");
    const { form, text } = await openEditor(page);
    await fillHead(form, title);
    await text.tap();
    await page.keyboard.insertText("Le programme");
    await tool(form, "Titre de partie").tap();
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Vendredi");
    await tool(form, "Titre de sous-partie").tap();
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Tout le monde se retrouve au stade.");
    await page.keyboard.press("Enter");
    for (const name of names) {
      await tool(form, "Image").tap();
      const part = page.getByRole("dialog", { name: "Image", exact: true });
      await part.getByRole("button", { name: "Choisir parmi les fichiers" }).tap();
      const picker = page.getByRole("dialog", { name: "Choisir un fichier" });
      await picker.getByLabel("Rechercher un fichier").fill(name);
      // Only once the list has shrunk to it does the picture stay where it is touched.
      await expect(picker.getByRole("listitem")).toHaveCount(1);
      await picker.getByRole("button", { name }).tap();
      await expect(picker).toHaveCount(0);
      await part.getByLabel("Description de l’image").fill(`La salle, ${name}`);
      await part.getByRole("button", { name: "Insérer" }).tap();
    }
    // The line below a picture is there to be touched.
    await text.locator("p").last().tap();
    await tool(form, "Tableau").tap();
    for (const words of ["Équipe", "Points", "Kaloum", "12"]) {
      await page.keyboard.insertText(words);
      await page.keyboard.press("Tab");
    }
    await form.getByRole("button", { name: "− Ligne" }).tap();
    await text.locator(":scope > p").last().tap();
    await tool(form, "Vidéo").tap();
    const video = page.getByRole("dialog", { name: "Vidéo" });
    await video.getByLabel("Adresse de la vidéo").fill("https://youtu.be/abc");
    await video.getByLabel("Titre de la vidéo").fill("La finale en images");
    await video.getByRole("button", { name: "Insérer" }).tap();
    await text.locator(":scope > p").last().tap();
    await page.keyboard.insertText("On a tout donné.");
    await tool(form, "Citation").tap();
    const weight = form.getByText(/cette page pèse environ \d+\sKo, soit [\d,]+\sGNF/);
    // Once all its pictures are as small as visitors get them.
    await expect(weight).toHaveText(/environ 1\d\sKo/, { timeout: 90_000 });
    const told = Number(/environ (\d+)/.exec((await weight.textContent()) ?? "")?.[1]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, "nothing is wider than the screen").toBe(360);
    await save(page);
    await output(page, "Actualité créée avec succès");
    await expectArticle(page, title, names);
    const real = (await weigh(page)) / 1_000;
    expect(told / real, `${told} told, ${Math.round(real)} weighed`).toBeGreaterThan(0.75);
    expect(told / real, `${told} told, ${Math.round(real)} weighed`).toBeLessThan(1.35);
  });
});

test("with the keyboard alone, every part is written and nobody is caught in the text", async ({
  page,
}) => {
  const [name = ""] = await sendPictures(page, named("clavier"), 1);
  const title = named("Écrit au clavier");
  const { form } = await openEditor(page);
  await fillHead(form, title);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const type = (words: string) => page.keyboard.type(words);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  /** From the text to a tool, by its place. */
  const takeTool = async (label: string) => {
    await press("Shift+Tab");
    for (let n = 0; n < 20 && (await focused()) !== label; n++) await press("ArrowRight");
    expect(await focused()).toBe(label);
    await press("Enter");
  };
  await form.getByLabel("Résumé").focus();
  await press("Tab");
  expect(await focused()).toBe("Titre de partie");
  await press("Tab");
  await type("## Le programme\n### Vendredi\nTout le monde vient.\n");
  await takeTool("Image");
  await expect(page.getByRole("dialog", { name: "Image", exact: true })).toBeVisible();
  await press("Enter");
  await expect(page.getByLabel("Rechercher un fichier")).toBeFocused();
  await type(name);
  const choice = page.getByRole("dialog", { name: "Choisir un fichier" });
  await expect(choice.getByRole("button", { name })).toBeVisible();
  await expect(choice.getByRole("listitem")).toHaveCount(1);
  for (let n = 0; n < 8 && !(await focused())?.includes(name); n++) await press("Tab");
  await press("Enter");
  await expect(choice).toHaveCount(0);
  for (let n = 0; n < 4; n++) {
    const label = await page.evaluate(
      () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "",
    );
    if (label.startsWith("Description")) break;
    await press("Tab");
  }
  await type(`La salle, ${name}`);
  await press("Enter");
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("ProseMirror");
  await takeTool("Tableau");
  for (const words of ["Équipe", "Points", "Kaloum", "12"]) {
    await type(words);
    await press("Tab");
  }
  await press("Tab", "Tab");
  // After the last cell Tab leaves the table's text.
  expect(await page.evaluate(() => document.activeElement?.className ?? "")).not.toContain(
    "ProseMirror",
  );
  await press("Shift+Tab", "ArrowDown", "ArrowDown", "ArrowDown", "Control+End");
  await takeTool("Vidéo");
  await type("https://youtu.be/abc");
  await press("Tab");
  await type("La finale en images");
  await press("Enter");
  await type("> On a tout donné.");
  await press("Control+Enter");
  if (await page.getByRole("dialog").count()) await save(page);
  await output(page, "Actualité créée avec succès");
  await expectArticle(page, title, [name]);
});

test("a refused form keeps the text, and what is missing is said while it is written", async ({
  page,
}) => {
  const { form, text } = await openEditor(page);
  await text.click();
  await page.keyboard.type("### Trop bas\nUn texte qui reste.");
  await expect(form.getByText("aucune partie ne commence avant")).toBeVisible();
  await expect(form.getByText("Il n’y a pas encore de résumé.")).toBeVisible();
  await form.getByLabel("Résumé").fill("Court.");
  await expect(form.getByText("Il n’y a pas encore de résumé.")).toHaveCount(0);
  await form.getByLabel("Titre").fill(" ");
  await form.getByLabel("Catégorie").selectOption("Formation");
  await form.evaluate((dialog) => dialog.querySelector("form")?.setAttribute("novalidate", ""));
  await save(page);
  await expect(form.locator("#title-error")).toHaveText("Le titre est requis");
  await expect(text).toContainText("Un texte qui reste.");
  expect(await axeFaults(page)).toEqual([]);
  const title = named("Texte gardé");
  await form.getByLabel("Titre").fill(title);
  await save(page);
  await output(page, "Actualité créée avec succès");
  await find(page, "/admin/news", title);
  await rowOf(page, title)
    .getByRole("link", { name: `Modifier ${title}` })
    .click();
  await expect(dialogOf(page).locator(".ProseMirror").first()).toContainText("Un texte qui reste.");
});

test("a link leads to a page of ours that is found by its words", async ({ page }) => {
  const { form, text } = await openEditor(page);
  await text.click();
  await page.keyboard.type("Lisez les statuts");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.press("Control+k");
  const link = page.getByRole("dialog", { name: "Lien" });
  await expect(link.getByLabel("Texte du lien")).toHaveValue("statuts");
  await link.getByLabel("Adresse, ou titre d’une page").fill("statuts");
  await link
    .getByRole("button", { name: /Statuts/ })
    .first()
    .click();
  await link.getByRole("button", { name: "Insérer" }).click();
  await expect(text.getByRole("link", { name: "statuts" })).toHaveAttribute(
    "href",
    /^\/resources\//,
  );
  await expect(form.locator('input[name="content"]')).toHaveValue(/"href":"\/resources\//);
});

test("weights are asked for once, unless an upload is there that may become lighter", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/admin/texts/costs") asked.push(search);
  });
  await page.clock.install();
  await page.goto("/admin/news/01930000-0000-7000-8000-000000001001");
  const form = dialogOf(page).first();
  const weight = form.getByText(/cette page pèse environ/).first();
  await expect(weight).toBeVisible();
  const before = asked.length;
  // Its picture comes with the site, and an address of others is typed letter by letter.
  await form.getByLabel("Image (URL)").pressSequentially("https://example.org/a.jpg");
  await page.clock.runFor(60_000);
  await expect(weight).toBeVisible();
  expect(asked.length).toBe(before);
  expect(new Set(asked)).toEqual(new Set([""]));
});
