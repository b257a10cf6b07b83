import type { Page } from "@playwright/test";
import { eachWay, expect, test } from "../support/browser/journey.ts";
import { axeFaults } from "../support/browser/look.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    player: "Joueur individuel",
    partner: "Partenaire",
    choose: "Choisir",
    send: "Envoyer ma demande",
    summary: "11 champs sont à corriger",
    saved: "Données d'inscription enregistrées avec succès!",
    errors: {
      firstName: "Le prénom doit contenir au moins 2 caractères",
      lastName: "Le nom doit contenir au moins 2 caractères",
      email: "Email invalide",
      phone: "Numéro de téléphone invalide",
      birthDate: "Date de naissance requise",
      address: "Adresse requise",
      city: "Ville requise",
      experience: "Veuillez sélectionner votre niveau d'expérience",
      games: "Veuillez indiquer vos jeux préférés",
      motivation: "La motivation doit contenir au moins 50 caractères",
      acceptTerms: "Vous devez accepter les conditions d'utilisation",
    },
    pay: /^Payer 15\s000\sGNF$/,
    play: "Jouer",
    see: "Voir mon adhésion",
    active: "Votre adhésion est active",
    again: "Votre adhésion était déjà active",
    free: "Vous n’avez rien à payer maintenant",
  },
  en: {
    prefix: "/en",
    player: "Individual player",
    partner: "Partner",
    choose: "Choose",
    send: "Send my application",
    summary: "11 fields need your attention",
    saved: "Your details are saved.",
    errors: {
      firstName: "Enter your first name (at least 2 characters)",
      lastName: "Enter your last name (at least 2 characters)",
      email: "Invalid email",
      phone: "Invalid phone number",
      birthDate: "Enter your date of birth",
      address: "Enter your full address",
      city: "Enter your city",
      experience: "Please select your level of experience",
      games: "Please tell us your favourite games",
      motivation: "Tell us why you want to join (at least 50 characters)",
      acceptTerms: "You must accept the terms of use",
    },
    pay: /^Pay 15,000\sGNF$/,
    play: "Play",
    see: "See my membership",
    active: "Your membership is active",
    again: "Your membership was already active",
    free: "There is nothing to pay now",
  },
} as const;

type Words = (typeof LANGUAGES)[keyof typeof LANGUAGES];

async function choose(page: Page, words: Words, type: string) {
  await page.goto(`${words.prefix}/membership`);
  await page.getByRole("link", { name: new RegExp(`^${words.choose}\\s*${type}$`) }).click();
  await expect(page).toHaveURL(/\?type=[\w-]{36}#form$/);
}

async function fill(page: Page, email: string) {
  await page.locator("#firstName").fill("Aïssatou");
  await page.locator("#lastName").fill("Bah");
  await page.locator("#email").fill(email);
  await page.locator("#phone").fill("+224 622-12-34-56");
  await page.locator("#birthDate").fill("2001-02-03");
  await page.locator("#city").fill("Conakry");
  await page.locator("#address").fill("Quartier Taouyah, Ratoma");
  await page.locator("#experience").selectOption("advanced");
  await page.locator("#games").fill("EA Sports FC, Tekken");
  await page.locator("#motivation").fill("Représenter la Guinée et apprendre avec les meilleurs.");
  await page.locator("#acceptTerms").check();
}

async function fillOrganisation(page: Page, email: string) {
  await page.locator("#organisation").fill("Horoya E-sport");
  await page.locator("#firstName").fill("Aïssatou");
  await page.locator("#lastName").fill("Bah");
  await page.locator("#email").fill(email);
  await page.locator("#phone").fill("0622123456");
  await page.locator("#city").fill("Conakry");
  await page.locator("#address").fill("Quartier Taouyah, Ratoma");
  await page.locator("#motivation").fill("Représenter la Guinée et apprendre avec les meilleurs.");
  await page.locator("#acceptTerms").check();
}

test("on a phone, however much there is to correct, its first line lies below the header", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { fr } = LANGUAGES;
  await choose(page, fr, fr.player);
  await page.getByRole("button", { name: fr.send }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  const top = (await page.getByRole("alert").locator("p").boundingBox())?.y ?? 0;
  const header = await page.getByRole("banner").boundingBox();
  expect(top).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
});

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  const send = (page: Page) => page.getByRole("button", { name: words.send });

  test("one applies, is corrected, pays, and is a member", async ({ page }) => {
    await choose(page, words, words.player);
    await send(page).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText(words.summary);
    for (const [field, message] of Object.entries(words.errors)) {
      await expect(page.locator(`#${field}-error`)).toHaveText(message);
    }
    await fill(page, email("pays"));
    await page.locator("#motivation").fill("Trop court.");
    await send(page).click();
    await expect(page.locator("#motivation-error")).toHaveText(words.errors.motivation);
    await expect(page.locator("#phone")).toHaveValue("+224 622-12-34-56");
    await expect(page.locator("#experience")).toHaveValue("advanced");
    await expect(page.locator("#acceptTerms")).toBeChecked();
    await fill(page, email("pays"));
    await send(page).click();
    await expect(page).toHaveURL(/\/membership\/application\/[\w-]{32}$/);
    await expect(page.getByRole("status").first()).toContainText(words.saved);
    await expect(send(page)).toHaveCount(0);
    if (javaScriptEnabled) {
      expect(await axeFaults(page)).toEqual([]);
    }
    const own = page.url();
    await page.reload();
    await page.getByRole("button", { name: words.pay }).click();
    await page.getByRole("button", { name: words.play }).click();
    // The payment says it once more, although it was begun on the page of the application.
    await expect(page.locator(".toast")).toContainText(words.saved);
    await page.getByRole("link", { name: words.see }).click();
    await expect(page).toHaveURL(own);
    await expect(page.getByRole("heading", { name: words.active })).toBeVisible();
  });

  test("sent from two tabs, twice, and after going back, it is one application", async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await choose(tab, words, words.player);
      await fill(tab, email("twice"));
    }
    await send(page).dblclick();
    await expect(page).toHaveURL(/\/application\//);
    const own = page.url();
    await send(other).click();
    await expect(other).toHaveURL(own);
    await page.goBack();
    await fill(page, email("twice"));
    await send(page).click();
    await expect(page).toHaveURL(own);
    // Paid in one tab, the other one asks for nothing more.
    await page.getByRole("button", { name: words.pay }).click();
    await page.getByRole("button", { name: words.play }).click();
    await expect(page.getByRole("link", { name: words.see })).toBeVisible();
    await other.goBack();
    await fill(other, email("twice"));
    await send(other).click();
    await expect(other).toHaveURL(`${own}?again=1`);
    await expect(other.getByRole("heading", { name: words.again })).toBeVisible();
    await expect(other.locator(".toast")).toHaveCount(0);
    await expect(other.getByRole("button", { name: words.pay })).toHaveCount(0);
  });

  test("a free membership asks for no money", async ({ page }) => {
    // The form of a player leads to that of an organisation, by a link.
    await choose(page, words, words.player);
    await page.locator("#form").getByRole("link", { name: words.partner, exact: true }).click();
    await expect(page.locator("#birthDate")).toHaveCount(0);
    await fillOrganisation(page, email("free"));
    await send(page).click();
    await expect(page.getByRole("heading", { name: words.free })).toBeVisible();
    await expect(page.getByRole("button", { name: words.pay })).toHaveCount(0);
  });
});

test("an application is private to its address, and kept nowhere", async ({ page, request }) => {
  await choose(page, LANGUAGES.fr, LANGUAGES.fr.partner);
  await fillOrganisation(page, "private@example.org");
  await page.getByRole("button", { name: LANGUAGES.fr.send }).click();
  await expect(page).toHaveURL(/\/application\//);
  const answer = await request.get(page.url());
  expect(answer.headers()["cache-control"]).toContain("no-store");
  expect(answer.headers()["referrer-policy"]).toBe("same-origin");
  expect(await answer.text()).toContain('name="robots" content="noindex"');
});
