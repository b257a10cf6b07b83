import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { eachWay, expect, test } from "../support/browser/journey.ts";
import { axeFaults } from "../support/browser/look.ts";
import { newVisitor } from "../support/browser/visitor-context.ts";
import { fullEvent } from "../support/full-event.ts";
import { fillRegistration } from "../support/registrant.ts";

const event = (n: number) => `/events/01930000-0000-7000-8000-00000000200${n}`;
const PAID = event(1);
const FREE = event(5);
const BY_INVITATION = event(3);

const LANGUAGES = {
  fr: {
    prefix: "",
    register: "S’inscrire",
    submit: "Réserver ma place",
    errors: {
      firstName: "Le prénom doit contenir au moins 2 caractères",
      lastName: "Le nom doit contenir au moins 2 caractères",
      email: "Email invalide",
      phone: "Numéro de téléphone invalide",
      birthDate: "Date de naissance requise",
      gamertag: "Le gamertag doit contenir au moins 2 caractères",
      platform: "Veuillez sélectionner une plateforme",
      acceptRules: "Vous devez accepter le règlement",
      acceptTerms: "Vous devez accepter les conditions d'utilisation",
    },
    held: "Votre place est gardée : il reste à la payer.",
    pay: /^Payer 25\s000\sFCFA$/,
    play: "Jouer",
    see: "Voir mon billet",
    confirmed: "Confirmée",
    registered: "Votre inscription est confirmée !",
    calendar: "Ajouter à mon agenda",
    full: "Complet",
    join: "Rejoindre la liste d’attente",
    waiting: "Liste d’attente",
    position: /Votre position\s: \d+\./,
    leave: "Quitter la liste d’attente",
    sure: "Oui, renoncer",
    leaveText: "Vous perdrez votre position",
    leaveSure: "Oui, quitter la liste",
    other: "Saisissez l’adresse e-mail utilisée pour cette inscription",
    cancelled: "Annulée",
    looked: "La fédération vérifie votre demande avant de vous proposer une place",
  },
  en: {
    prefix: "/en",
    register: "Register",
    submit: "Book my place",
    errors: {
      firstName: "Enter your first name (at least 2 characters)",
      lastName: "Enter your last name (at least 2 characters)",
      email: "Invalid email",
      phone: "Invalid phone number",
      birthDate: "Enter your date of birth",
      gamertag: "Enter your gamertag (at least 2 characters)",
      platform: "Please select a platform",
      acceptRules: "You must accept the rules",
      acceptTerms: "You must accept the terms of use",
    },
    held: "Your place is held: payment is still due.",
    pay: /^Pay 25,000\sFCFA$/,
    play: "Play",
    see: "See my ticket",
    confirmed: "Confirmed",
    registered: "Your registration is confirmed!",
    calendar: "Add to my calendar",
    full: "Full",
    join: "Join the waiting list",
    waiting: "Waiting list",
    position: /Your position: \d+\./,
    leave: "Leave the waiting list",
    sure: "Yes, give it up",
    leaveText: "You will lose your position.",
    leaveSure: "Yes, leave the list",
    other: "Enter the e-mail address used for this registration",
    cancelled: "Cancelled",
    looked: "The federation checks your request before offering you a place",
  },
} as const;

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  const send = (page: Page) => page.getByRole("button", { name: words.submit });
  const open = async (page: Page, address: string) => {
    await page.goto(`${words.prefix}${address}`);
    await page.getByRole("link", { name: words.register, exact: true }).click();
    await expect(page).toHaveURL(/\?register=1#form$/);
  };
  const looksRight = async (page: Page) => {
    if (!javaScriptEnabled) return;
    expect(await axeFaults(page)).toEqual([]);
  };

  test("one registers, is corrected, pays, and has a ticket", async ({ page }) => {
    await open(page, PAID);
    await send(page).click();
    await expect(page.getByRole("alert")).toBeFocused();
    for (const [field, message] of Object.entries(words.errors)) {
      await expect(page.locator(`#${field}-error`)).toHaveText(message);
    }
    await fillRegistration(page, email("pays"));
    await page.getByRole("radio", { name: /Standard/ }).check();
    await page.locator("#gamertag").fill("m");
    await send(page).click();
    await expect(page.locator("#gamertag-error")).toHaveText(words.errors.gamertag);
    await expect(page.getByRole("radio", { name: /Standard/ })).toBeChecked();
    await expect(page.locator("#phone")).toHaveValue("00224 622 12 34 56");
    await looksRight(page);
    await page.locator("#gamertag").fill("mamadou224");
    await send(page).click();
    await expect(page).toHaveURL(/\/payments\/[\w-]{32}$/);
    await expect(page.locator(".toast")).toContainText(words.held);
    await page.getByRole("button", { name: words.pay }).click();
    await page.getByRole("button", { name: words.play }).click();
    await page.getByRole("link", { name: words.see }).click();
    await expect(page.getByText(words.confirmed, { exact: true })).toBeVisible();
    await expect(page.locator("main svg[role=img]")).toBeVisible();
    await looksRight(page);
    const calendar = page.getByRole("link", { name: words.calendar });
    const file = await page.request.get((await calendar.getAttribute("href")) ?? "");
    expect(file.headers()["content-type"]).toContain("text/calendar");
    expect(await file.text()).toContain("BEGIN:VEVENT");
    await page.reload();
    await expect(page.getByText(words.confirmed, { exact: true })).toBeVisible();
  });

  test("from two tabs, by a double click and after going back it is one seat", async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await open(tab, FREE);
      await fillRegistration(tab, email("once"));
    }
    await send(page).dblclick();
    await expect(page).toHaveURL(/\/tickets\/[\w-]{32}$/);
    await expect(page.locator(".toast")).toContainText(words.registered);
    const ticket = page.url();
    await send(other).click();
    await expect(other).toHaveURL(ticket);
    await page.goBack();
    await fillRegistration(page, email("once"));
    await send(page).click();
    await expect(page).toHaveURL(ticket);
  });

  test("somebody else who types a person learns nothing of them", async ({ page, browser }) => {
    await open(page, FREE);
    await fillRegistration(page, email("known"));
    await send(page).click();
    await expect(page).toHaveURL(/\/tickets\//);
    const ticket = page.url();
    const other = await newVisitor(browser, { javaScriptEnabled });
    await open(other, FREE);
    await fillRegistration(other, email("known"));
    await other.locator("#phone").fill("628 99 99 99");
    await send(other).click();
    // As somebody new of whom no mail could ask a proof: on the list that staff look at.
    await expect(other).toHaveURL(/\/tickets\/[\w-]{32}$/);
    expect(other.url()).not.toBe(ticket);
    await expect(other.getByText(words.waiting, { exact: true })).toBeVisible();
    await expect(other.getByText(words.looked)).toBeVisible();
    await expect(other.getByText(words.confirmed, { exact: true })).toHaveCount(0);
    // Another one of the family has a registration of their own, in the same browser.
    await open(page, FREE);
    await fillRegistration(page, email("known"));
    await page.locator("#firstName").fill("Fatoumata");
    await send(page).click();
    await expect(page).toHaveURL(/\/tickets\//);
    expect(page.url()).not.toBe(ticket);
    await expect(page.getByText(words.confirmed, { exact: true })).toBeVisible();
  });

  test("a full event has a waiting list that one joins and leaves", async ({ page }) => {
    await page.goto(`${words.prefix}${await fullEvent()}`);
    await expect(page.getByRole("button", { name: words.full, exact: true })).toBeDisabled();
    await page.getByRole("link", { name: words.join }).click();
    await fillRegistration(page, email("waits"));
    await page.getByRole("button", { name: words.join }).click();
    await expect(page).toHaveURL(/\/tickets\//);
    await expect(page.getByText(words.waiting, { exact: true })).toBeVisible();
    await expect(page.getByText(words.position)).toBeVisible();
    await looksRight(page);
    await page.getByRole("link", { name: words.leave }).click();
    await expect(page.locator("#give-up")).toContainText(words.leaveText);
    await page.locator("#email").fill("somebody@example.org");
    await page.getByRole("button", { name: words.leaveSure }).click();
    await expect(page.locator("#email-error")).toHaveText(words.other);
    await page.locator("#email").fill(email("waits").toUpperCase());
    await page.getByRole("button", { name: words.leaveSure }).click();
    await expect(page.getByText(words.cancelled, { exact: true })).toBeVisible();
  });
});

test("an event without packages has no form, whatever the address asks for", async ({ page }) => {
  await page.goto(`${BY_INVITATION}?register=1`);
  await expect(page.locator("#firstName")).toHaveCount(0);
  await expect(page.getByText("Sur invitation uniquement")).toBeVisible();
});

test("the places are told in words, and follow at once", async ({ page }) => {
  // Once, among the facts; beside the button, what is still open.
  const words = page.getByText(/^(?:\d+ places? prises? sur )?30(?: places)?$/);
  await page.goto(event(2));
  const before = Number.parseInt((await words.textContent()) ?? "", 10) % 30;
  await page.goto(`${event(2)}?register=1`);
  await fillRegistration(page, "words@example.org");
  await page.getByRole("button", { name: "Réserver ma place" }).click();
  await expect(page).toHaveURL(/\/payments\//);
  await page.goto(event(2));
  const taken = before + 1;
  await expect(words).toHaveText(
    `${taken} ${taken === 1 ? "place prise" : "places prises"} sur 30`,
  );
  await expect(
    page.getByText(`1 en attente de paiement, ${30 - taken} places disponibles`, { exact: true }),
  ).toBeVisible();
});

test("the confirmation leads to the ticket, by mail", async ({ page }) => {
  await page.goto(`${FREE}?register=1`);
  await fillRegistration(page, "by-mail@example.org");
  await page.getByRole("button", { name: "Réserver ma place" }).click();
  await expect(page).toHaveURL(/\/tickets\//);
  const token = page.url().split("/").at(-1) ?? "no token";
  const outbox = join(process.env.SITE_DATA ?? "", "outbox");
  const result = () =>
    readdirSync(outbox)
      .map((file) => readFileSync(join(outbox, file), "utf8").replaceAll("=\n", ""))
      .some((mail) => mail.includes("by-mail@example.org") && mail.includes(`/tickets/${token}`));
  await expect.poll(result, { timeout: 15_000 }).toBe(true);
});
