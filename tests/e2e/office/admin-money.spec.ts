import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ofName } from "../../../app/i18n/elision.ts";
import { axeFaults } from "../../support/browser/look.ts";
import { confirmed, expect, test } from "../../support/browser/office.ts";
import { registered } from "../../support/registrant.ts";

const ONLINE_EVENT = "01930000-0000-7000-8000-000000002005";
const FREE = "gratuit";

/** Somebody nobody registered before. */
const newcomer = () => `Binta ${Date.now().toString(36)}`;

/** Registers somebody at the desk who pays on the spot; leads to the list, with the reference. */
async function register(page: Page, name: string): Promise<string> {
  await page.goto("/admin/registrations");
  await page.getByRole("link", { name: "Nouvelle inscription" }).click();
  const form = page.getByRole("dialog");
  const paid = form.locator("select[name=package] option", { hasText: "Assises" });
  const option = paid.filter({ hasText: "FCFA" });
  await form.getByLabel("Événement et formule").selectOption(await option.getAttribute("value"));
  await form.getByLabel("Prénom").fill(name);
  await form.getByLabel("Nom", { exact: false }).nth(1).fill("Sylla");
  await form.getByLabel("E-mail").fill(`${name.replace(" ", ".")}@example.org`);
  await form.getByLabel(/^Téléphone(\s\*)?$/).fill("622 12 34 56");
  await form.getByLabel("Date de naissance").fill("2001-02-03");
  await form.getByLabel("Gamertag").fill("binta224");
  await form.getByLabel("Plateforme").selectOption("mobile");
  await form.getByLabel("N° de reçu").fill(`R ${name}`);
  await form.getByRole("button", { name: "Inscrire" }).click();
  const messages = page.getByText(/Inscription FGE-\S+ créée avec succès/);
  await expect(messages).toBeVisible();
  return /FGE-\S+/.exec((await messages.textContent()) ?? "")?.[0] ?? "";
}

async function isAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
}

/** Presses the answer of the question that lies over the page. */
const answer = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name }).click();

test("somebody pays at the desk, comes in once, and gets their money back", async ({ page }) => {
  const name = newcomer();
  const reference = await register(page, name);

  await test.step("the door takes what a scanner types, once", async () => {
    await page.goto("/admin/registrations/door");
    await page
      .getByRole("combobox", { name: "Événement" })
      .selectOption({ label: await optionOf(page, "Assises") });
    await expect(page).toHaveURL(/\?event=/);
    // The address changes a moment before the screen does, whose field is another one then.
    const event = new URL(page.url()).searchParams.get("event") ?? "";
    await expect(
      page.locator(`main a[href$="/registrations?event=${event}"]`).first(),
    ).toBeVisible();
    await expect(page.getByLabel("Code ou référence du billet")).toBeFocused();
    await page.keyboard.type(reference);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(`${name} Sylla, Sur place : présence enregistrée avec succès`),
    ).toBeVisible();
    await page.keyboard.type(reference.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(new RegExp(`Refusé la présence ${ofName(name)} Sylla est déjà enregistrée`)),
    ).toBeVisible();
    await isAccessible(page);
    await page
      .getByRole("listitem")
      .filter({ hasText: reference })
      .getByRole("button", { name: "Présent" })
      .click();
    await expect(page.getByText(`Présence ${ofName(name)} retirée avec succès`)).toBeVisible();
  });

  await test.step("the list finds them, and cancels the registration", async () => {
    await page.goto(`/admin/registrations?q=${reference}`);
    await page.getByRole("link", { name: `${name} Sylla`, exact: true }).click();
    await expect(page.getByRole("dialog").getByText("Payée")).toBeVisible();
    await isAccessible(page);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Annuler l’inscription/ })
      .click();
    await answer(page, "Annuler l’inscription");
    await expect(page.getByText(`Inscription ${reference} annulée avec succès`)).toBeVisible();
  });

  await test.step("the money goes back by hand, and the ledger says so", async () => {
    await page.goto(`/admin/payments?status=look&q=${reference}`);
    await page.getByRole("link", { name: `${name} Sylla`, exact: true }).click();
    const file = page.getByRole("dialog");
    await file.getByRole("button", { name: "Approuver" }).click();
    // Over the open dialog, which leaves nothing outside it to be seen, heard or pressed.
    const message = file.getByRole("status").filter({ hasText: "Remboursement approuvé" });
    await expect(message).toHaveText("Remboursement approuvé avec succès");
    await message.getByRole("button", { name: "Fermer le message" }).click();
    await expect(message).toHaveCount(0);
    await expect(file.getByRole("link", { name: "Fermer" })).toBeFocused();
    // It was taken in cash: no operator has a reference for it.
    await file.getByLabel("N° de reçu (facultatif)").fill("R-12");
    await isAccessible(page);
    await file.getByRole("button", { name: "Remboursé sur place" }).click();
    await expect(page.getByText("Remboursement enregistré avec succès")).toBeVisible();
    await expect(file.getByText("Remboursée", { exact: true })).toBeVisible();
    await expect(
      file.getByText(/^Demandé par (.+) · approuvé par \1 · remboursé à la main par \1$/),
    ).toBeVisible();
    await expect(file.getByText(/^-20.000.FCFA$/)).toBeVisible();
    const ledger = file.locator("section", { has: page.getByRole("heading", { name: "Livre" }) });
    await expect(ledger.getByText(/ · R-12$/)).toBeVisible();
  });
});

test("a refund that is refused keeps its amount; one that is accepted closes its form", async ({
  page,
}) => {
  const reference = await register(page, newcomer());
  await page.goto(`/admin/payments?q=${reference}`);
  await page.getByRole("link", { name: "Sylla" }).first().click();
  const file = page.getByRole("dialog");
  const amount = file.getByLabel(/^Montant, au plus/);
  const ask = file.getByRole("button", { name: "Demander le remboursement" });
  await file.getByRole("button", { name: "Rembourser…" }).click();
  await amount.fill("1000");
  await file.getByLabel("Motif", { exact: true }).fill("Trop payé");
  await page.route(/\/admin\/payments\.data/, (route) => route.fulfill({ status: 502 }), {
    times: 1,
  });
  await ask.click();
  await expect(page.getByText(/Une partie seulement est remboursée/)).toBeVisible();
  await answer(page, "Demander le remboursement");
  await expect(page.getByText(/^Pas de connexion/)).toBeVisible();
  await expect(amount).toHaveValue("1000");
  await ask.click();
  await answer(page, "Demander le remboursement");
  await expect(page.getByText("Remboursement demandé avec succès")).toBeVisible();
  await expect(amount).toHaveCount(0);
  await expect(file.getByRole("button", { name: "Rembourser…" })).toBeVisible();
});

/** The lines of the file that a list gives out for a search. */
async function exported(page: Page, address: string, link: string, name: string) {
  await page.goto(`${address}?q=${encodeURIComponent(name)}`);
  await confirmed(page);
  const more = page.locator("main summary").filter({ hasText: "Plus" });
  if ((await more.count()) > 0) await more.click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  const text = await readFile((await (await downloading).path()) ?? "", "utf8");
  return text.trim().split("\r\n");
}

test("the list for the door and the ledger go into files, and what the desk took is in both", async ({
  page,
}) => {
  const email = await registered(ONLINE_EVENT, FREE);
  const [, line, ...more] = await exported(page, "/admin/registrations", "Exporter", email);
  expect(line).toContain(email);
  expect(more).toEqual([]);
  // Whom staff enter and whose money they take is no test, although this site takes the money of tests.
  const name = newcomer();
  await register(page, name);
  for (const [address, link, lines] of [
    ["/admin/registrations", "Exporter", 2],
    ["/admin/payments", "Exporter le livre", 2],
  ] as const) {
    expect(await exported(page, address, link, name)).toHaveLength(lines);
  }
});

test("the days of a list lie behind the other filters on a phone, and narrow it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const address of ["/admin/payments", "/admin/audit"]) {
    await page.goto(address);
    const until = page.getByLabel(/^au$/i);
    await expect(until).toBeHidden();
    await page.getByRole("button", { name: "Filtres" }).click();
    await until.fill("2020-01-01");
    await expect(page).toHaveURL(/to=2020-01-01/);
    await expect(page.getByRole("link", { name: "Effacer les filtres" })).toBeVisible();
  }
});

async function optionOf(page: Page, title: string): Promise<string> {
  const option = page.getByRole("option").filter({ hasText: title }).first();
  return (await option.textContent()) ?? "";
}
