import { rmSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { fitsEverywhere } from "../../../tests/support/browser/look.ts";
import {
  ADMINISTRATOR,
  confirmed,
  expect,
  officePage,
  officeState,
  test,
} from "../../../tests/support/browser/office.ts";
import {
  newDataFolder,
  type Product,
  startProduct,
} from "../../../tests/support/product/product.ts";

// A site of its own, one test after the other: its key is made, it is backed up, and it becomes what it was.
test.describe.configure({ mode: "serial" });
const dataDir = newDataFolder();
let product: Product;
const start = async () => {
  product = await startProduct({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
};
/** As after a power cut. */
const crash = () => product.kill().then(start);
test.beforeAll(start);
test.afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(browser: Browser, address: string, javaScriptEnabled = true): Promise<Page> {
  const state = await officeState(product.url);
  const page = await officePage(browser, { baseURL: product.url, state, javaScriptEnabled });
  await page.goto(address);
  return page;
}

/** An archive is made, or a copy: programs of their own, which take their time on a busy machine. */
const OVER = { timeout: 120_000 };
const now = (page: Page) => page.getByRole("button", { name: "Sauvegarder maintenant" });

test("the key is made with the password, shown once, and counts once it was shown again", async ({
  browser,
}) => {
  const page = await open(browser, "/admin/backups");
  await expect(page.getByText("créez d’abord la clé de secours")).toBeVisible();
  await expect(now(page)).toHaveCount(0);
  const password = page.getByLabel("Votre mot de passe");
  await password.fill("un autre mot de passe");
  await page.getByRole("button", { name: "Créer la clé de secours" }).click();
  await expect(page.getByText("Ce mot de passe est incorrect")).toBeVisible();
  await password.fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Créer la clé de secours" }).click();
  const shown = page.getByText(/^FGE-RECOVERY-2 /);
  const recoveryKey = (await shown.textContent()) ?? "";
  await page.reload();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText("Personne ne l’a encore saisie.")).toBeVisible();

  const field = page.getByLabel("La clé imprimée");
  const groups = recoveryKey.split(" ");
  groups[7] = `${groups[7]?.startsWith("Q") ? "P" : "Q"}${groups[7]?.slice(1)}`;
  await field.fill(groups.join(" "));
  await page.getByRole("button", { name: "Vérifier la clé" }).click();
  await expect(page.getByText("Le groupe 7 de la clé est mal saisi. Relisez")).toBeVisible();
  await field.fill(recoveryKey.toLowerCase().replaceAll(" ", ""));
  await page.getByRole("button", { name: "Vérifier la clé" }).click();
  await expect(page.getByText("C’est bien la clé de ce site.")).toBeVisible();
  await expect(page.getByText(/^Vérifiée la dernière fois le/)).toBeVisible();
});

test("a backup begins with a script or without, not twice, shows how it goes and is tried", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await open(browser, "/admin/backups");
  // The first one began with the key, or waits for the next half-hour.
  await expect(now(page)).toBeEnabled(OVER);
  const plain = await open(browser, "/admin/backups", false);
  await now(plain).click();
  // What is for browsers without scripts alone is no text to the locators by text.
  const hint = plain.getByRole("status").locator("noscript");
  await expect(hint).toBeVisible();
  expect(await hint.textContent()).toBe("Rechargez la page pour voir où elle en est.");
  await expect(now(plain)).toBeDisabled();
  // A colleague pressed a moment later.
  await now(page).click();
  await expect(page.getByText("Une sauvegarde est déjà en cours.")).toBeVisible();
  await page.goto("/admin/backups");
  await expect(page.getByRole("status").filter({ hasText: "en cours" })).toBeVisible();
  // From now on nobody reloads the page.
  await expect(now(page)).toBeDisabled();
  await expect(now(page)).toBeEnabled(OVER);
  const runs = page.getByRole("region", { name: "Sauvegardes et essais" }).getByRole("listitem");
  await expect(runs.filter({ hasText: "à la main" })).toHaveCount(1);
  await expect(runs.filter({ hasText: "à la main" })).toContainText("Réussi");
  await expect(runs.filter({ hasText: /^Essai/ }).first()).toContainText("Réussi");
  await expect(page.getByText("Sauvegardé sur la même machine")).toBeVisible();
  await fitsEverywhere(page);
});

const archivesIn = (page: Page) =>
  page.getByRole("region", { name: "Les sauvegardes" }).getByRole("listitem");

/** Asks for a copy of the latest archive, with the password where it is asked for. */
async function prepare(page: Page): Promise<void> {
  await archivesIn(page).first().getByRole("link").click();
  await page.getByRole("button", { name: "Préparer la copie" }).click();
  const password = page.getByLabel("Votre mot de passe");
  await expect(password.or(page.getByText("La copie est demandée.")).first()).toBeVisible();
  if (!(await password.isVisible())) return;
  await password.fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Confirmer et continuer" }).click();
}

// That a copy can be cancelled, and what is left of one that was cut off, is proven in restores.repeated.data.test.ts;
// in depth on the screen too.
if (process.env.TEST_DEEP) {
  test("a copy is cancelled; one over which the machine goes down is told", async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await open(browser, "/admin/backups/restore");
    await prepare(page);
    await expect(page.getByText("La copie est prête")).toBeVisible(OVER);
    await page.getByRole("button", { name: "Annuler la restauration" }).click();
    await expect(page.getByText("Le prochain démarrage ne change rien.")).toBeVisible();
    await expect(page.getByText("La copie est prête")).toHaveCount(0);
    await prepare(page);
    await expect(page.getByText(/^Étape \d sur 3/)).toBeVisible(OVER);
    await crash();
    // Another port, the same session.
    await page.goto(`${product.url}/admin/backups/restore`);
    await expect(page.getByText("elle a été interrompue")).toBeVisible(OVER);
    await page.getByRole("button", { name: "Retirer ce message" }).click();
    await expect(page.getByText("elle a été interrompue")).toHaveCount(0);
  });
}

test("an archive is chosen with what it would lose; the next start takes its copy, at rest, and the former state comes back", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const page = await open(browser, "/admin/backups");
  await page.getByRole("link", { name: "Choisir une sauvegarde" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Restaurer");
  await archivesIn(page).first().getByRole("link").click();
  const chosen = page.getByRole("region", { name: /^Restaurer la sauvegarde du/ });
  await expect(chosen).toContainText("Ce qui s’est passé depuis");
  await fitsEverywhere(page);
  // Asked for without a script; the page of before sees it go on.
  const plain = await open(browser, "/admin/backups/restore", false);
  await prepare(plain);
  await expect(plain.getByText("La copie est demandée.")).toBeVisible();
  await page.goto("/admin/backups/restore");
  // Nobody reloads the page.
  await expect(page.getByText("La copie est prête")).toBeVisible(OVER);
  await fitsEverywhere(page);
  const subject = "Écrit après la sauvegarde";
  const message = { name: "Une personne", email: "p@example.org", subject, message: "Un message." };
  const sent = await fetch(`${product.url}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url },
    body: new URLSearchParams(message),
  });
  expect(sent.status).toBeLessThan(400);
  await crash();

  const restored = await open(browser, "/admin/messages");
  await expect(restored.getByText("Le site est en pause")).toBeVisible();
  await expect(restored.getByText(subject)).toHaveCount(0);
  await restored.goto("/admin/health");
  await expect(restored.getByText("Place sur le disque").first()).toBeVisible();
  await restored.goto("/admin/backups/rest");
  await expect(restored.getByRole("heading", { level: 1 })).toHaveText("Site en pause");
  await confirmed(restored);
  await fitsEverywhere(restored);
  await restored.getByRole("button", { name: "Confirmer : cette personne peut entrer" }).click();
  await expect(restored.getByText(/^Confirmé par /)).toBeVisible();
  await restored.goto("/admin/backups/restore");
  await expect(restored.getByRole("heading", { name: "L’état précédent" })).toBeVisible();
  await fitsEverywhere(restored);
  await confirmed(restored);
  await restored.getByRole("button", { name: "Revenir à l’état précédent" }).click();
  await expect(restored.getByText("Redémarrez le site pour revenir")).toBeVisible();
  await product.stop();
  await start();

  const back = await open(browser, "/admin/messages");
  await expect(back.getByText(subject).first()).toBeVisible();
  await back.goto("/admin/audit");
  await expect(back.getByText("Site revenu à son état précédent").first()).toBeVisible();
});
