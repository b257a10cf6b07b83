import type { Locator, Page } from "@playwright/test";
import type { Operators } from "./between-operators.ts";
import { expect } from "./browser/journey.ts";
import { test } from "./browser/operator-journey.ts";
import type { Telephone } from "./browser/telephone.ts";

/** What the pages of a payment say. */
export const WORDS = {
  fr: {
    prefix: "",
    toPay: "Il reste à payer",
    number: "Numéro mobile money à débiter",
    wrongNumber: "Saisissez le numéro mobile money à débiter, par exemple 622 12 34 56",
    waiting: "L’opérateur attend votre accord",
    pin: "L’opérateur demande le code secret",
    there: "annulez d’abord sur la page de l’opérateur",
    goOn: "Continuer chez l’opérateur",
    stop: "Annuler ce paiement",
    stopped: "Vous avez annulé ce paiement",
    refused: "Le paiement a été refusé",
    unreached: "L’opérateur n’a pas répondu",
    declined: "Votre moyen de paiement a été refusé",
    paid: "Votre paiement est reçu",
    member: "Voir mon adhésion",
    ticket: "Voir mon billet",
    held: "Place gardée jusqu’au",
    share: "Faire payer un proche",
    link: "Lien pour payer",
    thanks: "Merci. La personne pour qui vous avez payé recevra la confirmation.",
    email: "Adresse e-mail",
    send: "Recevoir le lien et le code",
    code: "Code reçu par e-mail",
    open: "Entrer",
  },
  en: {
    prefix: "/en",
    toPay: "Payment is still due",
    number: "Mobile money number to charge",
    wrongNumber: "Enter the mobile money number to charge, for example 622 12 34 56",
    waiting: "The operator is waiting for your approval",
    pin: "The operator asks for the PIN",
    there: "cancel on the operator’s page first",
    goOn: "Continue to the operator",
    stop: "Cancel this payment",
    stopped: "You cancelled this payment",
    refused: "The payment was refused",
    unreached: "The operator did not answer",
    declined: "Your payment method was declined",
    paid: "Your payment has been received",
    member: "See my membership",
    ticket: "See my ticket",
    held: "Place held until",
    share: "Ask someone else to pay",
    link: "Link to pay",
    thanks: "Thank you. The person you paid for will receive the confirmation.",
    email: "E-mail address",
    send: "Get the link and the code",
    code: "Code received by e-mail",
    open: "Sign in",
  },
} as const;
type Words = (typeof WORDS)["fr" | "en"];

const SOMEBODY_ELSES = "628 99 88 77";
export const newEmail = (name: string) => `${name}-${test.info().retry}@example.org`;

const formOf = (page: Page, provider: string): Locator =>
  page.locator(`form:has(input[name="provider"][value="${provider}"])`);
export const buttonOf = (page: Page, provider: string) =>
  formOf(page, provider).locator("button[type=submit]");
/** The page looks again by itself while something is under way. */
export const says = (page: Page, title: string) =>
  expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible({ timeout: 20_000 });

/** Presses the button of Djomy with the number of a wallet, and arrives there. */
export async function toDjomy(page: Page, words: Words, number = SOMEBODY_ELSES): Promise<void> {
  await page.getByLabel(words.number).fill(number);
  await buttonOf(page, "djomy").click();
  await expect(page).toHaveURL(/\/gateway\//);
}

export async function toPayPal(page: Page): Promise<void> {
  await buttonOf(page, "paypal").click();
  await expect(page).toHaveURL(/\/checkoutnow\//);
}

/** Presses a button of an operator's page. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

/** Finds the payments of an address in a browser that knows nothing. */
export async function findsByMail(
  telephone: Telephone,
  words: Words,
  email: string,
  { mails }: Operators,
): Promise<void> {
  await telephone.restart({ forgetting: true });
  const { page } = telephone;
  await page.goto(`${words.prefix}/me`);
  await page.getByLabel(words.email).fill(email);
  await page.getByRole("button", { name: words.send }).click();
  await expect(page.getByLabel(words.code)).toBeVisible();
  const code = () =>
    mails.delivered
      .filter(({ to, mail }) => to.includes(email) && mail.text.includes("/me/"))
      .map(({ mail }) => /\b\d{6}\b/.exec(mail.text)?.[0])
      .findLast((one) => one !== undefined);
  await expect.poll(code, { timeout: 20_000 }).toBeDefined();
  await page.getByLabel(words.code).fill(code() ?? "");
  await page.getByRole("button", { name: words.open }).click();
  await page.locator('main a[href*="/payments/"]').first().click();
}
