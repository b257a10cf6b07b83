import { expect } from "../support/browser/journey.ts";
import { test } from "../support/browser/operator-journey.ts";
import { Telephone } from "../support/browser/telephone.ts";
import {
  buttonOf,
  findsByMail,
  newEmail,
  press,
  says,
  toDjomy,
  toPayPal,
  WORDS,
} from "../support/operator-steps.ts";
import { applied, registered } from "../support/paying.ts";

/*
 * Journeys through Djomy and PayPal, at 360 px. Each step is taken once for what it depends on:
 *
 * | Step                                              | for        | in | script | after a killed browser it is found |
 * | ------------------------------------------------- | ---------- | -- | ------ | ---------------------------------- |
 * | a number that is none; another person's wallet    | membership | fr | none   | by the cookie                      |
 * | the PIN explained; back from Djomy by the browser | membership | fr | none   | by the cookie                      |
 * | refused at Djomy, gone back to, paid              | membership | fr | none   | by the cookie                      |
 * | PayPal left; stopped; another means; longer hold  | event      | en | yes    | by the cookie                      |
 * | paid, and the browser never comes back; ticket    | event      | en | yes    | by the code of a mail              |
 * | a card declined, then taken                       | event      | en | none   | by the cookie                      |
 * | three failures: another means first               | event      | fr | yes    |                                    |
 * | somebody else pays, on their own telephone        | event      | en | none   | by the cookie                      |
 */

// One product between both operators serves them all.
test.describe.configure({ mode: "default" });

test("fr, without JavaScript: a membership by Djomy, with somebody else's wallet; the browser dies at each step", async ({
  browser,
  operators,
}) => {
  const words = WORDS.fr;
  const telephone = await Telephone.taken(browser, {
    baseURL: operators.url,
    javaScriptEnabled: false,
  });
  const address = await applied(telephone.page, words.prefix, newEmail("wallet"));
  await telephone.findsAgain(address);
  await says(telephone.page, words.toPay);
  await expect(buttonOf(telephone.page, "djomy")).toHaveText(
    /^Payer 15\s000\sGNF avec Orange Money/,
  );
  // Its fee would eat so small a sum.
  await expect(buttonOf(telephone.page, "paypal")).toHaveCount(0);
  await telephone.page.getByLabel(words.number).fill("12");
  await buttonOf(telephone.page, "djomy").click();
  await expect(telephone.page.locator("#payerNumber-error")).toHaveText(words.wrongNumber);
  await expect(telephone.page.getByLabel(words.number)).toHaveValue("12");

  await toDjomy(telephone.page, words);
  const operator = telephone.page.url();
  const [payment] = [...operators.djomy.payments.values()].slice(-1);
  expect(payment?.payerNumber).toBe("00224628998877");
  await telephone.findsAgain(address);
  await says(telephone.page, words.waiting);
  await expect(telephone.page.getByText(words.pin)).toBeVisible();
  // Nobody but Djomy ends it, so no button says that we do.
  await expect(telephone.page.getByRole("button", { name: words.stop })).toHaveCount(0);
  await expect(telephone.page.getByText(words.there)).toBeVisible();
  await telephone.fits();

  await telephone.page.getByRole("link", { name: words.goOn }).click();
  await press(telephone.page, "Attendre le code PIN");
  await telephone.findsAgain(address);
  // By now Djomy has asked for the code, and says that it is working on it.
  await says(telephone.page, words.waiting);
  await expect(telephone.page.getByText(words.pin)).toBeVisible();
  await telephone.page.goto(operator);
  await press(telephone.page, "Refuser");
  await says(telephone.page, words.refused);
  await telephone.findsAgain(address);
  await says(telephone.page, words.refused);
  await telephone.fits();

  await toDjomy(telephone.page, words);
  // Back by the browser's own button: nothing leads there again by itself.
  await telephone.page.goBack();
  await says(telephone.page, words.waiting);
  await telephone.page.getByRole("link", { name: words.goOn }).click();
  await press(telephone.page, "Payer");
  await says(telephone.page, words.paid);
  await telephone.findsAgain(address);
  await telephone.page.getByRole("link", { name: words.member }).click();
  await expect(telephone.page).toHaveURL(/\/membership\/application\//);
  await telephone.close();
});

test("en, with JavaScript: a place by PayPal, left, stopped, paid by another means; the ticket is found by mail", async ({
  browser,
  operators,
}) => {
  const words = WORDS.en;
  const email = newEmail("place");
  const telephone = await Telephone.taken(browser, { baseURL: operators.url });
  const address = await registered(telephone.page, words.prefix, email);
  await expect(buttonOf(telephone.page, "paypal")).toHaveText(/^Pay €38\.11 with PayPal$/);
  const heldUntil = async () => {
    const row = telephone.page.locator("dl > div", { hasText: words.held }).locator("dd");
    return Date.parse(
      ((await row.textContent()) ?? "").replace(" at ", " ").replace(", Conakry time", " UTC"),
    );
  };
  const first = await heldUntil();
  await toPayPal(telephone.page);
  await press(telephone.page, "Annuler et revenir");
  await says(telephone.page, words.waiting);
  const longer = await heldUntil();
  expect(longer).toBeGreaterThanOrEqual(first);
  await telephone.findsAgain(address);
  await telephone.page.getByRole("button", { name: words.stop }).click();
  await says(telephone.page, words.stopped);
  expect(await heldUntil()).toBe(longer);
  await telephone.findsAgain(address);
  await toDjomy(telephone.page, words);
  await telephone.findsAgain(address);
  expect(await heldUntil()).toBeGreaterThanOrEqual(longer);
  await telephone.page.getByRole("link", { name: words.goOn }).click();
  // It pays, and dies before it comes back.
  await telephone.page.route(/\/payments\//, () => {});
  await telephone.page
    .getByRole("button", { name: "Payer", exact: true })
    .click({ noWaitAfter: true });
  await expect.poll(() => [...operators.djomy.payments.values()].at(-1)?.status).toBe("SUCCESS");
  await findsByMail(telephone, words, email, operators);
  await says(telephone.page, words.paid);
  await telephone.fits();
  await telephone.page.getByRole("link", { name: words.ticket }).click();
  await expect(telephone.page.locator("main svg[role=img]")).toBeVisible();
  await telephone.close();
});

test("en, without JavaScript: a card is declined by PayPal, another one pays the same place", async ({
  browser,
  operators,
}) => {
  const words = WORDS.en;
  const telephone = await Telephone.taken(browser, {
    baseURL: operators.url,
    javaScriptEnabled: false,
  });
  const address = await registered(telephone.page, words.prefix, newEmail("card"));
  await expect(telephone.page.getByText(/655\.957\sFCFA\s\S+\s€1/).first()).toBeVisible();
  await toPayPal(telephone.page);
  await telephone.page.getByLabel("Ensuite").selectOption("INSTRUMENT_DECLINED");
  await press(telephone.page, "Approuver le paiement");
  await says(telephone.page, words.declined);
  await telephone.findsAgain(address);
  await says(telephone.page, words.declined);
  await telephone.fits();
  await telephone.page.getByRole("link", { name: words.goOn }).click();
  await press(telephone.page, "Approuver le paiement");
  await expect(async () => {
    await telephone.page.goto(address);
    await says(telephone.page, words.paid);
  }).toPass({ timeout: 90_000, intervals: [3_000] });
  await telephone.close();
});

test("fr: after three failures at Djomy the other means stands first", async ({
  browser,
  operators,
}) => {
  const words = WORDS.fr;
  const telephone = await Telephone.taken(browser, { baseURL: operators.url });
  await registered(telephone.page, words.prefix, newEmail("fails"));
  const first = () => telephone.page.locator('input[name="provider"]').first();
  await expect(first()).toHaveValue("djomy");
  for (const way of ["Refuser", "Mauvais code PIN", "Refuser"]) {
    await expect(first()).toHaveValue("djomy");
    await toDjomy(telephone.page, words);
    await press(telephone.page, way);
    await says(telephone.page, words.refused);
  }
  await expect(first()).toHaveValue("paypal");
  await telephone.close();
});

test("en, without JavaScript: somebody else pays on their own telephone, whose browser dies", async ({
  browser,
  operators,
}) => {
  const words = WORDS.en;
  const options = { baseURL: operators.url, javaScriptEnabled: false };
  const holder = await Telephone.taken(browser, options);
  const address = await registered(holder.page, words.prefix, newEmail("nephew"));
  await holder.page.getByText(words.share).click();
  const link = new URL(await holder.page.getByLabel(words.link).inputValue()).pathname;
  const uncle = await Telephone.taken(browser, options);
  await uncle.page.goto(link);
  await expect(uncle.page.getByText("Mamadou Diallo")).toBeVisible();
  await uncle.fits();
  await toPayPal(uncle.page);
  await uncle.restart();
  await uncle.page.goto(`${words.prefix}/payments`);
  await uncle.page.locator(`main a[href="${link}"]`).click();
  await uncle.page.getByRole("link", { name: words.goOn }).click();
  await press(uncle.page, "Approuver le paiement");
  await expect(uncle.page.getByText(words.thanks)).toBeVisible();
  await expect(uncle.page).toHaveURL(/\/pay\//);
  expect(await uncle.page.content()).not.toMatch(/mamadou224|622 12|nephew|\/tickets\//);
  await holder.findsAgain(address);
  await holder.page.getByRole("link", { name: words.ticket }).click();
  await expect(holder.page).toHaveURL(/\/tickets\//);
  await uncle.close();
  await holder.close();
});
