import type { Page } from "@playwright/test";
import { eachWay } from "../support/browser/journey.ts";
import { axeFaults } from "../support/browser/look.ts";
import { expect, test } from "../support/browser/office.ts";
import { newVisitor } from "../support/browser/visitor-context.ts";
import { newEvent } from "../support/full-event.ts";
import { fillRegistration, registered } from "../support/registrant.ts";

// Packages with a quota and an end: as staff write them, and as two people find them who come at once.

const LANGUAGES = {
  fr: {
    prefix: "",
    left: "Plus qu’une place · Jusqu’au 17 mai 2039 à 23 h 59",
    soldOut: "Épuisé",
    submit: "Réserver ma place",
    gone: /La dernière place de cette formule vient d’être prise\. Encore disponibles\s: Plein tarif \(25\s000\sGNF\)\./,
    ended: /^N’est plus proposée depuis le 1er mai 2024 à 0\sh$/,
    pay: /^Payer 25\s000\sGNF$/,
  },
  en: {
    prefix: "/en",
    left: "Only one place left · Until 17 May 2039 at 23:59",
    soldOut: "Sold out",
    submit: "Book my place",
    gone: /The last place in this package has just been taken\. Still available: Full price \(25,000\sGNF\)\./,
    ended: /^No longer available since 1 May 2024 at 00:00$/,
    pay: /^Pay 25,000\sGNF$/,
  },
} as const;

const PACKAGES = {
  "prices.0.id": "early",
  "prices.0.name": "Tarif réduit",
  "prices.0.name_en": "Early bird",
  "prices.0.amount": "15000",
  "prices.0.description": "Pour les premiers inscrits",
  "prices.0.quota": "1",
  "prices.0.ends_at": "2039-05-17T23:59",
  "prices.1.id": "full",
  "prices.1.name": "Plein tarif",
  "prices.1.name_en": "Full price",
  "prices.1.amount": "25000",
  "prices.1.description": "Pour tout le monde",
};

/** An event with an early bird of one place, in Guinean francs; the address of its page. */
const eventWithPackages = (more: Record<string, string> = {}): Promise<string> =>
  newEvent({ ...PACKAGES, title: "Formules", category: "Formation", currency: "GNF", ...more });

const radio = (page: Page, word: string) => page.locator(`input[name="priceId"][value="${word}"]`);

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  test("two people want the last place of a package", async ({ browser }) => {
    const event = words.prefix + (await eventWithPackages());
    const visitor = () => newVisitor(browser, { javaScriptEnabled });
    const [first, second] = [await visitor(), await visitor()];
    await first.goto(event);
    await expect(first.getByText(words.left)).toBeVisible();
    for (const page of [first, second]) {
      await page.goto(`${event}?register=1`);
      await expect(radio(page, "early")).toBeChecked();
    }
    await fillRegistration(first, email("barry"));
    await fillRegistration(second, email("camara"), { lastName: "Camara" });
    await first.getByRole("button", { name: words.submit }).click();
    await expect(first).toHaveURL(/\/(payments|tickets)\//);

    // The form that was opened before is refused, and keeps what was typed.
    await second.getByRole("button", { name: words.submit }).click();
    await expect(second.locator("#priceId-error")).toHaveText(words.gone);
    await expect(second.locator("#lastName")).toHaveValue("Camara");
    await expect(second.locator("#phone")).toHaveValue("00224 622 12 34 56");
    await expect(radio(second, "early")).toBeDisabled();
    await expect(radio(second, "early")).not.toBeChecked();
    await expect(second.getByText(words.soldOut, { exact: true })).toBeVisible();
    if (javaScriptEnabled) expect(await axeFaults(second)).toEqual([]);
    await radio(second, "full").check();
    await second.getByRole("button", { name: words.submit }).click();
    await expect(second).toHaveURL(/\/payments\//);
    await expect(second.getByRole("button", { name: words.pay })).toBeVisible();
    await first.context().close();
    await second.context().close();
  });

  test("a package that ended says so, and cannot be chosen", async ({ browser }) => {
    const ended = { "prices.0.ends_at": "2024-05-01T00:00" };
    const event = words.prefix + (await eventWithPackages(ended));
    const page = await newVisitor(browser, { javaScriptEnabled });
    await page.goto(event);
    await expect(page.getByText(words.ended)).toBeVisible();
    await page.goto(`${event}?register=1`);
    await expect(radio(page, "early")).toBeDisabled();
    await expect(radio(page, "full")).toBeChecked();
    await page.context().close();
  });
});

test("staff write a quota and an end, and are told when a quota is too low", async ({ page }) => {
  const event = await eventWithPackages();
  await registered(event.split("/").at(-1), "full");

  const dialog = page.getByRole("dialog");
  const second = dialog.getByRole("group", { name: "Formule 2" });
  await page.goto(`/admin${event}`);
  const first = dialog.getByRole("group", { name: "Formule 1" });
  await expect(first.getByLabel("Quota de places")).toHaveValue("1");
  await expect(first.getByLabel("Proposée jusqu’au")).toHaveValue("2039-05-17T23:59");
  await expect(second.getByText(/Déjà prises\s: 1/)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // The prices say their currency, which stays once somebody registered at a price.
  await expect(first.getByLabel("Prix (GNF)")).toHaveValue("15000");
  await dialog.getByLabel("Devise").selectOption("XOF");
  await expect(first.getByLabel("Prix (FCFA)")).toHaveValue("15000");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.locator("#currency-error")).toContainText("la devise ne peut plus changer");
  await dialog.getByLabel("Devise").selectOption("GNF");

  // One that somebody chose stays readable when it is taken out.
  await second.getByRole("button", { name: "Retirer Formule 2" }).click();
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Événement mis à jour avec succès")).toBeVisible();
  await page.goto(`/admin${event}`);
  await expect(
    dialog.getByText(/pour les personnes qui les ont choisies\s: Plein tarif/),
  ).toBeVisible();
});
