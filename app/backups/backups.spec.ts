import type { Browser, Page } from "@playwright/test";
import { DESKTOP, PHONE } from "../../tests/support/journey.ts";
import { fitsEverywhere } from "../../tests/support/look.ts";
import { ADMINISTRATOR, expect, officeState, test } from "../../tests/support/office.ts";
import { type Product, startProduct } from "../../tests/support/product.ts";

// A site of its own: elsewhere nobody has made a key, which other tests count on.
test.describe.configure({ mode: "serial" });
let product: Product;
let office: string;
test.beforeAll(async () => {
  product = await startProduct({
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  office = await officeState(product.url);
});
test.afterAll(() => product.stop());

async function openBackups(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: JSON.parse(office),
    javaScriptEnabled,
  });
  const page = await context.newPage();
  await page.goto("/admin/backups");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sauvegardes");
  return page;
}

/** Saved where somebody looks at it. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.LOOK) return;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const path = `${process.env.LOOK}/backups-${name}-${viewport.width}.png`;
    await page.screenshot({ path, fullPage: true });
  }
}

let recoveryKey = "";

test("the key is made with the password, shown once, and counts once it was shown again", async ({
  browser,
}) => {
  const page = await openBackups(browser);
  await expect(page.getByText("créez d’abord la clé de secours")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sauvegarder maintenant" })).toHaveCount(0);
  await shoot(page, "new");
  const password = page.getByLabel("Votre mot de passe");
  await password.fill("un autre mot de passe");
  await page.getByRole("button", { name: "Créer la clé de secours" }).click();
  await expect(page.getByText("Ce mot de passe n’est pas le bon")).toBeVisible();
  await password.fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Créer la clé de secours" }).click();
  const shown = page.getByText(/^FGE-RECOVERY-1:/);
  recoveryKey = (await shown.textContent()) ?? "";
  await shoot(page, "key");
  await page.reload();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText("Personne n’a encore montré qu’il la détient.")).toBeVisible();

  const field = page.getByLabel("La clé imprimée");
  const wrong = recoveryKey.replace(/.$/, recoveryKey.endsWith("0") ? "1" : "0");
  await field.fill(wrong);
  await page.getByRole("button", { name: "Présenter la clé" }).click();
  await expect(page.getByText("Ce n’est pas la clé de secours de ce site.")).toBeVisible();
  await field.fill(recoveryKey.toLowerCase().replaceAll(":", " : "));
  await page.getByRole("button", { name: "Présenter la clé" }).click();
  await expect(page.getByText("C’est bien la clé de ce site.")).toBeVisible();
  await expect(page.getByText(/^Présentée la dernière fois le/)).toBeVisible();
});

test("a backup now shows how it goes by itself, and is tried", async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await openBackups(browser);
  const button = page.getByRole("button", { name: "Sauvegarder maintenant" });
  const isOver = { timeout: 180_000 };
  // The first one began with the key, or waits for the next half-hour.
  await expect(button).toBeEnabled(isOver);
  await button.click();
  await expect(page.getByRole("status").filter({ hasText: "en cours" })).toBeVisible();
  await expect(button).toBeDisabled();
  await shoot(page, "under-way");
  // Nobody reloads the page.
  await expect(button).toBeEnabled(isOver);
  const runs = page.getByRole("region", { name: "Sauvegardes et essais" }).getByRole("listitem");
  await expect(runs.filter({ hasText: "à la main" }).first()).toContainText("Réussi");
  await expect(runs.filter({ hasText: /^Essai/ }).first()).toContainText("Réussi");
  await expect(page.getByText("Sauvegardé sur la même machine")).toBeVisible();
  await shoot(page, "done");
  await fitsEverywhere(page);
});

test("without a script it begins, says so, and is not begun twice", async ({ browser }) => {
  test.setTimeout(240_000);
  const [page, other] = [await openBackups(browser, false), await openBackups(browser, false)];
  await page.getByRole("button", { name: "Sauvegarder maintenant" }).click();
  // What is for browsers without scripts alone is no text to the locators by text.
  const hint = page.getByRole("status").locator("noscript");
  await expect(hint).toBeVisible();
  expect(await hint.textContent()).toBe("Rechargez la page pour voir où elle en est.");
  await expect(page.getByRole("button", { name: "Sauvegarder maintenant" })).toBeDisabled();
  await shoot(page, "no-script");
  // A colleague pressed a moment later.
  await other.getByRole("button", { name: "Sauvegarder maintenant" }).click();
  await expect(other.getByText("Une sauvegarde est déjà en cours.")).toBeVisible();
  await expect(async () => {
    await page.goto("/admin/backups");
    await expect(page.getByRole("button", { name: "Sauvegarder maintenant" })).toBeEnabled({
      timeout: 1_000,
    });
  }).toPass({ timeout: 180_000, intervals: [3_000] });
  const made = page.getByRole("listitem").filter({ hasText: "à la main" });
  await expect(made).toHaveCount(2);
});
