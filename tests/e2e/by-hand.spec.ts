import type { Page } from "@playwright/test";
import { eachWay, expect, PHONE, test } from "../support/browser/journey.ts";
import { fitsEverywhere } from "../support/browser/look.ts";
import { officePage } from "../support/browser/office.ts";
import { applied, registered } from "../support/paying.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    choose: "Je préfère payer à la fédération",
    where: "Où et comment payer",
    orHere: "Ou payer à la fédération",
    sent: "J’ai déjà envoyé l’argent",
    another: "Déclarer un autre transfert",
    number: "Numéro de la transaction",
    announce: "Déclarer mon transfert",
    wrong: "Saisissez le numéro donné par l’opérateur : de 6 à 40 lettres et chiffres",
    known: /Ce numéro a déjà été déclaré/,
    announced: /Transfert …\S{4} déclaré/,
    received: "Déjà reçu",
    paid: "Votre paiement est reçu",
  },
  en: {
    prefix: "/en",
    choose: "I would rather pay at the federation",
    where: "Where and how to pay",
    orHere: "Or pay at the federation",
    sent: "I have already sent the money",
    another: "Report another transfer",
    number: "Transaction number",
    announce: "Report my transfer",
    wrong: "Enter the number given by the operator: 6 to 40 letters and digits",
    known: /This number has already been reported/,
    announced: /We have noted transfer …\S{4}/,
    received: "Already received",
    paid: "Your payment has been received",
  },
} as const;
type Words = (typeof LANGUAGES)["fr" | "en"];

/** Every way to pay is there. Gives the number of a transfer: first a wrong one, then a right one, then again. */
async function announce(page: Page, words: Words, number: string): Promise<void> {
  await expect(page.getByRole("heading", { name: words.orHere })).toBeVisible();
  await expect(page.getByRole("button", { name: words.choose })).toHaveCount(0);
  const send = async (text: string, opener: string = words.sent) => {
    const form = page.getByLabel(words.number, { exact: false });
    if (!(await form.isVisible())) await page.getByText(opener).click();
    await form.fill(text);
    await page.getByRole("button", { name: words.announce }).click();
  };
  await send("12");
  await expect(page.getByText(words.wrong).first()).toBeVisible();
  await send(number.toLowerCase());
  await expect(page.getByText(words.announced)).toBeVisible();
  // Nobody is asked to pay it a second time.
  await expect(page.locator('input[value="pay"]')).toHaveCount(0);
  await expect(page.getByRole("heading", { name: words.where })).toHaveCount(0);
  await send(`${number.slice(0, 3)} ${number.slice(3)}`, words.another);
  await expect(page.getByText(words.known).first()).toBeVisible();
}

let numbers = 0;
const newNumber = () => `PP${Date.now()}${process.pid}${numbers++}`;

eachWay(LANGUAGES, (words, { javaScriptEnabled }) => {
  test.use({ viewport: PHONE });
  test("somebody chooses the desk and announces a transfer", async ({ page }) => {
    await applied(page, words.prefix);
    await announce(page, words, newNumber());
    if (javaScriptEnabled) await fitsEverywhere(page);
  });
});

test("a place, which is held for minutes, is kept for the desk once that is chosen", async ({
  page,
}) => {
  const words = LANGUAGES.fr;
  await registered(page, "", `desk-${process.pid}-${Date.now()}@example.org`);
  await page.getByRole("button", { name: words.choose }).click();
  await expect(page.getByRole("heading", { name: words.orHere })).toBeVisible();
  await expect(page.getByRole("button", { name: words.choose })).toHaveCount(0);
});

test("staff confirm a part of what was announced and take the rest; the payer reads each", async ({
  page,
  browser,
}) => {
  const words = LANGUAGES.fr;
  await applied(page, "");
  const number = newNumber();
  await announce(page, words, number);
  const desk = await officePage(browser);
  await desk.goto("/admin/payments/announced");
  const transfer = desk.getByRole("listitem").filter({ hasText: number });
  await transfer.getByLabel("Montant reçu").fill("9000");
  await transfer.getByRole("button", { name: "L’argent est arrivé" }).click();
  await expect(desk.getByText("Transfert enregistré avec succès")).toBeVisible();
  await expect(transfer).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(words.received)).toBeVisible();
  await expect(page.getByText(/6\s000\sGNF/).first()).toBeVisible();

  await desk.goto(`/admin/payments?q=${number}`);
  await desk.locator("a.row-link").first().click();
  await desk.getByRole("button", { name: "Encaisser un paiement" }).click();
  await expect(desk.getByLabel("Montant reçu")).toHaveValue("6000");
  await desk.getByRole("button", { name: "Encaisser", exact: true }).click();
  await expect(desk.getByText("Paiement enregistré avec succès")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: words.paid })).toBeVisible();
  await desk.context().close();
});
