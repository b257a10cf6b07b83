import { rmSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { DESKTOP, PHONE } from "../../tests/support/journey.ts";
import { fitsEverywhere } from "../../tests/support/look.ts";
import { ADMINISTRATOR, confirmed, expect, officeState, test } from "../../tests/support/office.ts";
import { newDataFolder, type Product, startProduct } from "../../tests/support/product.ts";

// A site of its own, which becomes what it was and then what it has become, with one start each.
test.describe.configure({ mode: "serial" });
const dataDir = newDataFolder();
let product: Product;
const start = async () => {
  product = await startProduct({
    ...{ DATA_DIR: dataDir, ADMIN_EMAIL: ADMINISTRATOR.email },
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
};
const restart = () => product.stop().then(start);
/** As after a power cut. */
const crash = () => product.kill().then(start);
test.beforeAll(start);
test.afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(browser: Browser, address: string, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: JSON.parse(await officeState(product.url)),
    javaScriptEnabled,
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Saved where somebody looks at it. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.LOOK) return;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const path = `${process.env.LOOK}/restores-${name}-${viewport.width}.png`;
    await page.screenshot({ path, fullPage: true });
  }
}

async function answerQuestion(page: Page): Promise<void> {
  await page.getByLabel("Votre mot de passe").fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Confirmer et continuer" }).click();
}

const READY = { timeout: 120_000 };

/** Writes something that an archive of before does not have. */
async function sendMessage(subject: string): Promise<void> {
  const form = { name: "Une personne", email: "p@example.org", subject, message: "Un message." };
  const answer = await fetch(`${product.url}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url },
    body: new URLSearchParams(form),
  });
  expect(answer.status).toBeLessThan(400);
}

const archivesIn = (page: Page) =>
  page.getByRole("region", { name: "Les sauvegardes" }).getByRole("listitem");

test("an archive is chosen with what it would lose, the copy is made and can be cancelled", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const page = await open(browser, "/admin/backups");
  await page.getByLabel("Votre mot de passe").fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Créer la clé de secours" }).click();
  await expect(page.getByText(/^FGE-RECOVERY-1:/)).toBeVisible();
  const now = page.getByRole("button", { name: "Sauvegarder maintenant" });
  await page.reload();
  await expect(now).toBeEnabled(READY);
  await now.click();
  await expect(now).toBeDisabled();
  await expect(now).toBeEnabled(READY);
  await shoot(page, "backups");
  await page.getByRole("link", { name: "Choisir une sauvegarde" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Restaurer");
  await fitsEverywhere(page);
  await archivesIn(page).first().getByRole("link").click();
  const chosen = page.getByRole("region", { name: /^Restaurer la sauvegarde du/ });
  await expect(chosen).toContainText("Ce qui s’est passé depuis");
  await shoot(page, "chosen");
  await fitsEverywhere(page);
  await chosen.getByRole("button", { name: "Préparer la copie" }).click();
  await answerQuestion(page);
  await expect(page.getByText("La copie est demandée.")).toBeVisible();
  await shoot(page, "under-way");
  // Nobody reloads the page.
  await expect(page.getByText("La copie est prête")).toBeVisible(READY);
  await shoot(page, "ready");
  await fitsEverywhere(page);
  await page.getByRole("button", { name: "Annuler la restauration" }).click();
  await expect(page.getByText("Le prochain démarrage ne change rien.")).toBeVisible();
  await expect(page.getByText("La copie est prête")).toHaveCount(0);

  // The machine goes down over it.
  await archivesIn(page).first().getByRole("link").click();
  await page.getByRole("button", { name: "Préparer la copie" }).click();
  await expect(page.getByText(/^Étape \d sur 3/)).toBeVisible(READY);
  await crash();
  // Another port, the same session.
  await page.goto(`${product.url}/admin/backups/restore`);
  await expect(page.getByText("elle a été interrompue")).toBeVisible(READY);
  await shoot(page, "failed");
  await page.getByRole("button", { name: "Retirer ce message" }).click();
  await expect(page.getByText("elle a été interrompue")).toHaveCount(0);
});

test("the next start takes it, at rest, and the former state comes back the same way", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  // As without scripts, too.
  const page = await open(browser, "/admin/backups/restore", false);
  await archivesIn(page).first().getByRole("link").click();
  const prepare = page.getByRole("button", { name: "Préparer la copie" });
  await prepare.click();
  await answerQuestion(page);
  await expect(async () => {
    await page.goto("/admin/backups/restore");
    await expect(page.getByText("La copie est prête")).toBeVisible({ timeout: 1_000 });
  }).toPass(READY);
  await page.context().close();
  await sendMessage("Écrit après la sauvegarde");
  await crash();

  const restored = await open(browser, "/admin/messages");
  await expect(restored.getByText("Le site est au repos")).toBeVisible();
  await expect(restored.getByText("Écrit après la sauvegarde")).toHaveCount(0);
  await restored.goto("/admin/health");
  await expect(restored.getByText("Place sur le disque").first()).toBeVisible();
  await restored.goto("/admin/backups/rest");
  await expect(restored.getByRole("heading", { level: 1 })).toHaveText("Site au repos");
  await shoot(restored, "at-rest");
  await restored.goto("/admin/backups/restore");
  await expect(restored.getByRole("heading", { name: "L’état précédent" })).toBeVisible();
  await shoot(restored, "former");
  await fitsEverywhere(restored);
  await confirmed(restored);
  await restored.getByRole("button", { name: "Revenir à l’état précédent" }).click();
  await expect(restored.getByText("Redémarrez le site pour revenir")).toBeVisible();
  await shoot(restored, "back-due");
  await restart();

  const back = await open(browser, "/admin/messages");
  await expect(back.getByText("Écrit après la sauvegarde").first()).toBeVisible();
  await back.goto("/admin/audit");
  await expect(back.getByText("Site revenu à son état précédent").first()).toBeVisible();
  await shoot(back, "log");
});
