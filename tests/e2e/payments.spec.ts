import type { Page } from "@playwright/test";
import { eachLanguage, eachWay, expect, test } from "../support/browser/journey.ts";
import { fitsEverywhere } from "../support/browser/look.ts";
import { applied, play } from "../support/paying.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    pay: /^Payer 15\s000\sGNF$/,
    toPay: "Il reste à payer",
    refused: "Le paiement a été refusé",
    waiting: "L’opérateur attend votre accord",
    stop: "Annuler ce paiement",
    stopped: "Vous avez annulé ce paiement",
    paid: "Votre paiement est reçu",
    twice: "Vous avez payé plus que le prix",
    refund: /15\s000\sGNF, demandé/,
    member: "Voir mon adhésion",
    cancel: "Annuler ma demande",
    sure: "Oui, annuler",
    cancelled: "Cette demande est annulée",
  },
  en: {
    prefix: "/en",
    pay: /^Pay 15,000\sGNF$/,
    toPay: "Payment is still due",
    refused: "The payment was refused",
    waiting: "The operator is waiting for your approval",
    stop: "Cancel this payment",
    stopped: "You cancelled this payment",
    paid: "Your payment has been received",
    twice: "You have paid more than the price",
    refund: /15,000\sGNF, requested/,
    member: "See my membership",
    cancel: "Cancel my request",
    sure: "Yes, cancel",
    cancelled: "This request is cancelled",
  },
} as const;

/** Presses the pay button, and plays the operator's page. */
async function pay(page: Page, words: (typeof LANGUAGES)["fr" | "en"], action: string) {
  await page.getByRole("button", { name: words.pay }).click();
  await play(page, action);
}

eachWay(LANGUAGES, (words) => {
  test("refused, left, gone back to, paid; the page says each time where the money is", async ({
    page,
  }) => {
    const address = await applied(page, words.prefix);
    await expect(page.getByRole("heading", { name: words.toPay })).toBeVisible();
    await pay(page, words, "refuse");
    // The page looks again by itself, with and without the script.
    await expect(page.getByRole("heading", { name: words.refused })).toBeVisible();
    await page.getByRole("button", { name: words.pay }).click();
    await expect(page).toHaveURL(/simulated/);
    await page.goto(address);
    await expect(page.getByRole("heading", { name: words.waiting })).toBeVisible();
    await page.getByRole("button", { name: words.stop }).click();
    await expect(page.getByRole("heading", { name: words.stopped })).toBeVisible();
    await pay(page, words, "approve");
    await expect(page.getByRole("heading", { name: words.paid })).toBeVisible();
    await expect(page.getByRole("button", { name: words.pay })).toHaveCount(0);
    await page.getByRole("link", { name: words.member }).click();
    await expect(page).toHaveURL(/\/membership\/application\//);
  });
});

eachLanguage(LANGUAGES, (words) => {
  test("the pages of a payment: no axe violation, no overflow", async ({ page }) => {
    // The page that waits looks again by itself, as somebody without a script needs it to.
    const look = () =>
      fitsEverywhere(page, { narrow: (axe) => axe.disableRules(["meta-refresh"]) });
    const address = await applied(page, words.prefix);
    await look();
    await page.getByRole("button", { name: words.pay }).click();
    await expect(page).toHaveURL(/simulated/);
    await look();
    const operator = page.url();
    await page.goto(address);
    await look();
    await page.goto(operator);
    await play(page, "approve_twice", "3");
    await expect(page.getByRole("heading", { name: words.twice })).toBeVisible();
    await expect(page.getByText(words.refund)).toBeVisible();
    await look();
  });
});

test("two tabs, a double click, the back button and a reload: one attempt, one charge", async ({
  page,
  context,
}) => {
  const words = LANGUAGES.fr;
  const address = await applied(page, "");
  const other = await context.newPage();
  await other.goto(address);
  const button = page.getByRole("button", { name: words.pay });
  await Promise.all([button.dblclick(), other.getByRole("button", { name: words.pay }).click()]);
  await expect(page).toHaveURL(/simulated/);
  await expect(other).toHaveURL(page.url());
  await play(page, "approve", "0");
  await other.reload();
  await other.goBack();
  // The page of before is not kept: it says how things are now, and offers nothing to pay.
  await expect(other.getByRole("heading", { name: words.paid, exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: words.pay })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: words.paid, exact: true })).toBeVisible();
});

test("a browser that dies after paying: the order is confirmed all the same", async ({
  page,
  browser,
  baseURL,
}) => {
  const doomed = await browser.newContext({ baseURL });
  const tab = await doomed.newPage();
  const address = await applied(tab, "");
  await tab.getByRole("button", { name: LANGUAGES.fr.pay }).click();
  await expect(tab).toHaveURL(/simulated/);
  await tab.locator('input[value="approve"]').check();
  // The answer to the last click is never read.
  const sent = tab.waitForRequest((request) => request.method() === "POST");
  await tab.locator("button.button").click({ noWaitAfter: true });
  await sent;
  await doomed.close();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: LANGUAGES.fr.paid, exact: true })).toBeVisible({
    timeout: 15_000,
  });
});

test("an order that is given up cannot be paid any more", async ({ page }) => {
  const words = LANGUAGES.en;
  const address = await applied(page, words.prefix);
  const key = await page.locator('input[name="key"]').inputValue();
  const charge = await page.locator('input[name="charge"]').inputValue();
  await page.getByText(words.cancel).click();
  await page.getByRole("button", { name: words.sure }).click();
  await expect(page.getByRole("heading", { name: words.cancelled })).toBeVisible();
  const answer = await page.request.post(address, {
    form: { intent: "pay", key, charge },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.url()).toContain(address);
});

test("an amount that is not the one shown is not charged, and nobody keeps the address, which is a key", async ({
  page,
}) => {
  const address = await applied(page, "");
  const answer = await page.request.get(address);
  expect(answer.headers()["cache-control"]).toBe("private, no-store");
  expect(answer.headers()["referrer-policy"]).toBe("same-origin");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  // Their name is for paper alone.
  await expect(page.getByText("Aïssatou")).toBeHidden();
  const key = await page.locator('input[name="key"]').inputValue();
  const refusal = await page.request.post(address, {
    form: { intent: "pay", key, charge: "1 GNF" },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(refusal.status()).toBe(409);
  expect(await refusal.text()).toContain("Le montant a changé");
});

test("a notice needs its provider's signature, and is read only so far", async ({ request }) => {
  const send = (body: string, signature: string) =>
    request.post("/payments/notices/simulated", {
      data: body,
      headers: { "content-type": "application/json", "x-simulated-signature": signature },
    });
  expect((await send('{"eventId":"x","merchantRef":"y"}', "v1:00")).status()).toBe(403);
  expect((await send("x".repeat(300_000), "v1:00")).status()).toBe(413);
  const unknown = await request.post("/payments/notices/nobody", { data: "{}" });
  expect(unknown.status()).toBe(403);
  // Providers look whether somebody is there; nothing else is heard.
  expect((await request.get("/payments/notices/simulated")).status()).toBe(200);
  expect((await request.put("/payments/notices/simulated", { data: "{}" })).status()).toBe(405);
});
