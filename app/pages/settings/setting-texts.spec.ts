import type { Page } from "@playwright/test";
import { axeFaults } from "../../../tests/support/browser/look.ts";
import { expect, test } from "../../../tests/support/browser/office.ts";
import { dialogOf, output, save } from "../../../tests/support/browser/office-list.ts";

const ABOUT = "/admin/pages/settings/about";
const PARTNERS = "/admin/pages/settings/partners";
const DONE = "Paramètres sauvegardés avec succès";
const BUILT_IN = "Organiser, encadrer et promouvoir la pratique de l’esport";

const text = (page: Page, name: string) =>
  dialogOf(page).getByRole("textbox", { name, exact: true });
const tool = (page: Page, of: string, name: string) =>
  dialogOf(page)
    .locator(".written")
    .filter({ has: page.getByRole("textbox", { name: of, exact: true }) })
    .getByRole("button", { name, exact: true });

async function openAbout(page: Page): Promise<void> {
  await page.goto(ABOUT);
  await expect(dialogOf(page).locator(".ProseMirror").first()).toBeVisible({ timeout: 30_000 });
  await expect(text(page, "Mission")).toHaveAttribute("contenteditable", "true");
}

async function writeAbout(page: Page): Promise<void> {
  await openAbout(page);
  await text(page, "Mission").click();
  await page.keyboard.type("Jouer ");
  await tool(page, "Mission", "Gras").click();
  await page.keyboard.type("partout");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- à Labé");
  await page.keyboard.press("Enter");
  await page.keyboard.type("à Kindia");
  await dialogOf(page).getByRole("button", { name: "Ajouter une étape" }).click();
  const step = dialogOf(page).getByRole("group", { name: "Étape 1" });
  await step.getByLabel("Années").fill("2031");
  await step.getByRole("textbox", { name: "Titre", exact: true }).fill("Le grand stade");
  await step.getByRole("textbox", { name: "Texte", exact: true }).click();
  await page.keyboard.type("## Ouverture");
  await page.keyboard.press("Enter");
  await page.keyboard.type("> ");
  // What comes from elsewhere comes as words.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/html", `<p onclick="alert(1)">Salle <img src="x" onerror="alert(1)">A</p>`);
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
    document.activeElement?.dispatchEvent(paste);
  });
}

const mission = (page: Page) =>
  page.locator("main .own-text").filter({ hasText: "Jouer" }).filter({ hasText: "Labé" });

async function empty(page: Page): Promise<void> {
  await openAbout(page);
  await dialogOf(page).getByRole("button", { name: "Retirer Étape 1" }).click();
  await text(page, "Mission").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  // The preview shows what comes back.
  const preview = page.frameLocator("iframe[title='Aperçu']");
  await expect(preview.getByText(BUILT_IN)).toBeVisible();
  await save(page);
  await output(page, DONE);
}

test("the texts of the page À propos are written with the editor, and shown as they were seen", async ({
  page,
}) => {
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await writeAbout(page);
  const preview = page.frameLocator("iframe[title='Aperçu']");
  await expect(preview.locator("li", { hasText: "à Kindia" }).first()).toBeVisible();
  await expect(preview.getByRole("heading", { name: "Ouverture", level: 4 })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await save(page);
  await output(page, DONE);

  await page.goto("/about");
  await expect(mission(page).locator("strong")).toHaveText("partout");
  await expect(mission(page).getByRole("listitem")).toHaveText(["à Labé", "à Kindia"]);
  await expect(page.getByRole("heading", { name: "Le grand stade", level: 3 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ouverture", level: 4 })).toBeVisible();
  await expect(page.locator("main .own-text blockquote").getByText("Salle A")).toBeVisible();
  await expect(page.locator("main .own-text").locator("img, [onclick]")).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.goto("/en/about");
  await expect(mission(page).locator("p").first()).toHaveAttribute("lang", "fr");
  await expect(page.getByText("in French").first()).toBeVisible();

  // What is stored is there again without a question to the server, and can be emptied.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openAbout(page);
  await expect(text(page, "Mission").locator("strong")).toHaveText("partout");
  expect(asked).not.toContain("/admin/texts/document");
  await empty(page);
  await page.goto("/about");
  await expect(page.getByText(BUILT_IN)).toBeVisible();
  expect(alerts).toEqual([]);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the same texts are written in their text areas, and what is wrong is said beside them", async ({
    page,
  }) => {
    const label = "Pourquoi devenir partenaire";
    await page.goto(PARTNERS);
    const wrong = "Voyez [ceci](javascript:alert(1)) <script>alert(2)</script>";
    await text(page, label).fill(wrong);
    await text(page, "Premier avantage, texte").fill("Être *vu*");
    await save(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText("ne mène nulle part");
    await expect(text(page, label)).toHaveValue(wrong);
    await expect(text(page, "Premier avantage, texte")).toHaveValue("Être *vu*");
    await text(page, label).fill("Jouez [avec nous](/contact)\n\n- <script>alert(2)</script>");
    await save(page);
    await output(page, DONE);

    await page.goto("/partners");
    const own = page.locator("main .own-text");
    await expect(own.getByRole("link", { name: "avec nous" })).toHaveAttribute("href", "/contact");
    await expect(own.getByRole("listitem")).toHaveText("<script>alert(2)</script>");
    await expect(own.getByText("Être vu").locator("em")).toHaveText("vu");
    await expect(own.locator("script")).toHaveCount(0);

    await page.goto(PARTNERS);
    await text(page, label).fill("");
    await text(page, "Premier avantage, texte").fill("");
    await save(page);
    await output(page, DONE);
    await page.goto("/partners");
    await expect(page.getByText("Associez votre nom à une jeunesse qui gagne.")).toBeVisible();
  });
});
