import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/office.ts";
import { dialogOf, find, named, output, save } from "../../support/browser/office-list.ts";

// The back office on a line that comes and goes: a change that is not answered leaves the screen.

const LOST = "Pas de connexion : rien n’est confirmé, essayez à nouveau";

/** Does something while the browser has no line. */
async function offline(page: Page, journey: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await journey();
  await page.context().setOffline(false);
}

test("at the door, a ticket that could not be sent says so, and is scanned again", async ({
  page,
}) => {
  const scan = async () => {
    await page.keyboard.type("FGE-0000-00");
    await page.keyboard.press("Enter");
  };
  const answers = page.getByRole("region", { name: "Billets" }).getByRole("listitem");
  await page.goto("/admin/registrations/door");
  await expect(page.getByLabel("Code ou référence du billet")).toBeFocused();
  await scan();
  await expect(answers).toHaveText(/Refusé aucune inscription/);
  await offline(page, async () => {
    await scan();
    await expect(answers).toHaveText([`Non enregistré ${LOST}`, /Refusé aucune inscription/]);
  });
  await scan();
  await expect(answers.first()).toHaveText(/Refusé aucune inscription/);
  await expect(answers).toHaveCount(3);
});

test("a form keeps what was typed, and a list its rows", async ({ page }) => {
  const last = named("Essai");
  const dialog = dialogOf(page);
  await page.goto("/admin/members/new");
  await dialog.getByLabel("Prénom").fill("Mariama");
  await dialog.getByLabel("Nom *", { exact: true }).fill(last);
  await dialog.getByLabel(/^E-mail/).fill(`${last.replace(" ", ".")}@example.gn`);
  await dialog.getByLabel(/^Téléphone(\s\*)?$/).fill("622 12 34 56");
  await offline(page, async () => {
    await save(page);
    await expect(dialog.getByRole("alert")).toHaveText(LOST);
  });
  await expect(dialog.getByLabel("Prénom")).toHaveValue("Mariama");
  await save(page);
  await output(page, "Membre créé avec succès");

  await find(page, "/admin/members", last);
  const status = page.getByLabel(`Statut de Mariama ${last}`);
  await offline(page, async () => {
    await status.selectOption("active");
    await output(page, LOST);
  });
  await expect(status).toHaveValue("pending");
  await status.selectOption("active");
  await output(page, "Statut du membre mis à jour");
});

test("a link leaves the screen where it is, and opens when the line is back", async ({ page }) => {
  await page.goto("/admin/partners");
  const members = page.getByRole("navigation").getByRole("link", { name: /^Membres/ });
  await offline(page, async () => {
    await page.waitForFunction(() => !navigator.onLine);
    await members.hover();
    // Whatever is pointed at for a tenth of a second would be fetched.
    await page.waitForTimeout(500);
    await members.click();
    await output(page, "Pas de connexion : l’écran reste ici, essayez à nouveau");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des Partenaires");
  });
  await members.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des Membres");
});

test("the account says of a change that it was not answered", async ({ page }) => {
  await page.goto("/admin/account");
  const section = page.getByRole("region", { name: "Nom" });
  await section.getByRole("textbox").fill("Personne");
  await offline(page, async () => {
    await section.getByRole("button").click();
    await expect(page.getByRole("alert")).toHaveText(LOST);
  });
  await expect(section.getByRole("textbox")).toHaveValue("Personne");
});

test("a form that was open when the session ended is sent again after a new sign-in", async ({
  page,
  context,
}) => {
  const name = named("Session");
  const dialog = dialogOf(page);
  await page.goto("/admin/partners/new");
  await dialog.getByLabel("Nom *", { exact: true }).fill(name);
  await dialog.getByLabel("Description *").fill("Un partenaire.");
  const session = await context.cookies();
  await context.clearCookies();
  await save(page);
  await expect(dialog.getByRole("alert").first()).toContainText(/^Votre session a pris fin/);
  await expect(dialog.getByLabel("Nom *", { exact: true })).toHaveValue(name);
  const opening = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Connectez-vous dans un nouvel onglet" }).click();
  await expect(await opening).toHaveURL(/\/admin\/login$/);
  await context.addCookies(session);
  await save(page);
  await output(page, "Partenaire créé avec succès");
});
