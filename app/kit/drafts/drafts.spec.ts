import type { Page } from "@playwright/test";
import {
  ADMINISTRATOR,
  expect,
  newArticle,
  officePage,
  test,
} from "../../../tests/support/browser/office.ts";
import { dialogOf, named, output, save } from "../../../tests/support/browser/office-list.ts";
import { openEditor } from "../../../tests/support/browser/text-editor.ts";

const OFFERED = /^Un brouillon du .* n’a pas été enregistré$/;

/** How many drafts lie on this device, whoever asks. */
const onPhone = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "drafts")) return 0;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("drafts");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const names = [...database.objectStoreNames];
    const count = await new Promise<number>((resolve) => {
      if (names.length === 0) return resolve(0);
      const request = database.transaction(names).objectStore("drafts").count();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return count;
  });

/** Waits until this is kept, here and on the server. */
async function keeps(page: Page, words: string): Promise<void> {
  const read = async () => {
    const rows = await new Promise<unknown[]>((resolve) => {
      const opening = indexedDB.open("drafts");
      opening.onsuccess = () => {
        const request = opening.result.transaction("drafts").objectStore("drafts").getAll();
        request.onsuccess = () => resolve(request.result);
        opening.result.close();
      };
    });
    return JSON.stringify(rows.filter((row) => (row as { sent: boolean }).sent));
  };
  await expect.poll(() => page.evaluate(read)).toContain(words);
}

/** The form of a new article, once its editor has come; where it is, too. */
async function openArticle(page: Page, title: string) {
  const address = `/admin/news/${await newArticle(named(title))}`;
  await page.goto(address);
  const form = dialogOf(page).first();
  const text = form.locator(".ProseMirror").first();
  await expect(text).toBeVisible({ timeout: 30_000 });
  return { form, text, address };
}

test("what was typed is there again after the browser was killed, and goes with the save", async ({
  page,
  context,
}) => {
  const { form, text, address } = await openArticle(page, "Tué");
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Et une suite.");
  await form.getByLabel("Résumé").fill("Un autre résumé.");
  await keeps(page, "Un autre résumé.");
  await expect(form.getByText("Brouillon gardé")).toBeVisible();
  // Without a word to the page: nothing of it runs any more.
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto(address);
  const opened = dialogOf(again).first();
  await expect(opened.getByText(OFFERED)).toBeVisible();
  await expect(opened.getByLabel("Résumé")).toHaveValue("Un résumé.");
  await opened.getByRole("button", { name: "Reprendre" }).click();
  await expect(opened.getByLabel("Résumé")).toHaveValue("Un autre résumé.");
  await expect(opened.locator(".ProseMirror").first()).toHaveText(
    "Un premier texte. Et une suite.",
  );
  await save(again);
  await output(again, "Actualité mise à jour avec succès");
  expect(await onPhone(again)).toBe(0);
  await again.goto(address);
  await expect(dialogOf(again).first().locator(".ProseMirror").first()).toHaveText(
    "Un premier texte. Et une suite.",
  );
  await expect(again.getByText(OFFERED)).toHaveCount(0);
});

test("offline the draft stays on the phone, and the server has it when the line is back", async ({
  page,
  context,
  browser,
}) => {
  const { form, address } = await openArticle(page, "Hors ligne");
  await context.setOffline(true);
  await form.getByLabel("Résumé").fill("Écrit sans réseau.");
  await expect(form.getByText("Hors ligne\u202f: gardé sur cet appareil")).toBeVisible();
  expect(await onPhone(page)).toBe(1);
  await context.setOffline(false);
  await expect(form.getByText("Brouillon gardé")).toBeVisible({ timeout: 20_000 });
  // In another browser, in which the same person is signed in.
  const other = await officePage(browser);
  await other.goto(address);
  await other.getByRole("button", { name: "Reprendre" }).click();
  await expect(dialogOf(other).first().getByLabel("Résumé")).toHaveValue("Écrit sans réseau.");
  await other.context().close();
});

test("a draft that is thrown away can be kept after all, and is gone with the page", async ({
  page,
}) => {
  const { form, address } = await openArticle(page, "Jeté");
  await form.getByLabel("Résumé").fill("À jeter.");
  await keeps(page, "À jeter.");
  await page.goto("/admin");
  await page.goto(address);
  await page.getByRole("button", { name: "Jeter" }).click();
  await page.getByRole("button", { name: "Le garder" }).click();
  await expect(page.getByText(OFFERED)).toBeVisible();
  await page.getByRole("button", { name: "Jeter" }).click();
  await expect(page.getByText("Brouillon jeté")).toBeVisible();
  await page.goto(address);
  await expect(dialogOf(page).first().locator(".ProseMirror").first()).toBeVisible();
  await expect(page.getByText(OFFERED)).toHaveCount(0);
});

test("what is typed before a decision loses neither text", async ({ page }) => {
  const { form, address } = await openArticle(page, "Indécis");
  await form.getByLabel("Résumé").fill("Le premier.");
  await keeps(page, "Le premier.");
  await page.goto("/admin");
  await page.goto(address);
  await expect(page.getByText(OFFERED)).toBeVisible();
  await form.getByLabel("Résumé").fill("Le second.");
  await keeps(page, "Le second.");
  await form.getByRole("button", { name: "Reprendre" }).click();
  await expect(form.getByLabel("Résumé")).toHaveValue("Le premier.");
  await form.getByRole("button", { name: "Reprendre" }).click();
  await expect(form.getByLabel("Résumé")).toHaveValue("Le second.");
});

test("two tabs of one person say so", async ({ page, context }) => {
  const { form } = await openArticle(page, "Deux onglets");
  const second = await context.newPage();
  await second.goto(page.url());
  const other = dialogOf(second).first();
  await expect(other.locator(".ProseMirror").first()).toBeVisible();
  await other.getByLabel("Résumé").fill("Dans le second.");
  await expect(form.getByText("aussi ce texte dans un autre onglet")).toBeVisible();
});

test("the phone forgets at the sign-out, whatever another tab still shows", async ({ browser }) => {
  // A session of its own: the one that journeys share must not end.
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto("/admin/login");
  await page.getByLabel("E-mail").fill(ADMINISTRATOR.email);
  await page.getByLabel("Mot de passe").fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page.getByRole("button", { name: "Se déconnecter" })).toBeVisible();
  const writing = await context.newPage();
  const { form } = await openEditor(writing);
  await form.getByLabel("Titre").fill("Un titre qui reste secret");
  await expect(form.getByText("Brouillon gardé")).toBeVisible();
  expect(await onPhone(page)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page.getByRole("button", { name: "Se connecter", exact: true })).toBeVisible();
  expect(await onPhone(page)).toBe(0);
  await form.getByLabel("Titre").fill("Tapé après la déconnexion");
  await expect(form.getByText("Vous vous êtes déconnecté")).toBeVisible();
  expect(await onPhone(page)).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Tapé");
  await context.close();
});
