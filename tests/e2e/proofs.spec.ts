import type { Page } from "@playwright/test";
import { eachWay, expect } from "../support/browser/journey.ts";
import { fitsEverywhere } from "../support/browser/look.ts";
import { delivered, test } from "../support/browser/mailing-journey.ts";
import { fillRegistration, registrationOf } from "../support/registrant.ts";

// Where mail leaves: the page after a registration says the same to everybody, and the mail leads on.

test.describe.configure({ mode: "serial" });

const event = (n: number) => `/events/01930000-0000-7000-8000-00000000200${n}`;
const FREE = event(5);

const LANGUAGES = {
  fr: {
    prefix: "",
    submit: "Réserver ma place",
    check: "Consultez votre messagerie",
    code: "Code reçu par e-mail",
    open: "Ouvrir mon inscription",
    wrong: "Ce code est incorrect",
    confirmed: "Confirmée",
    title: "Confirmer l’inscription",
    confirm: "Confirmer mon inscription",
    registered: "Votre inscription est confirmée !",
    over: "Ce lien n’est plus valable",
    places: /(\d+) à confirmer par e-mail/,
    subscribe: "S’inscrire à la newsletter",
    leave: "Me désinscrire",
    comeBack: "Me réinscrire",
    thanks: "Merci, votre inscription à la newsletter est enregistrée !",
  },
  en: {
    prefix: "/en",
    submit: "Book my place",
    check: "Check your e-mail",
    code: "Code from the e-mail",
    open: "Open my registration",
    wrong: "This code is wrong",
    confirmed: "Confirmed",
    title: "Confirm the registration",
    confirm: "Confirm my registration",
    registered: "Your registration is confirmed!",
    over: "This link is no longer valid",
    places: /(\d+) to be confirmed by e-mail/,
    subscribe: "Subscribe to the newsletter",
    leave: "Unsubscribe",
    comeBack: "Subscribe again",
    thanks: "Thank you, you are subscribed to the newsletter!",
  },
} as const;

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  const register = async (page: Page, address: string) => {
    await page.goto(`${words.prefix}${FREE}?register=1`);
    await fillRegistration(page, address);
    await page.getByRole("button", { name: words.submit }).click();
    await expect(page).toHaveURL(/\/tickets\/proof\/[\w-]+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.check);
    await expect(page.locator("main")).toContainText(address);
  };
  const looksRight = async (page: Page) => {
    if (javaScriptEnabled) await fitsEverywhere(page);
  };

  test("the code of the mail opens the registration on the page after the form, which tells nobody who is registered", async ({
    page,
    browser,
    mailing,
  }) => {
    const address = email("code");
    await register(page, address);
    const said = await page.locator("main").textContent();
    await looksRight(page);
    const text = await delivered(mailing, address);
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
    await page.getByLabel(words.code).fill(code === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: words.open }).click();
    await expect(page.locator("#code-error")).toContainText(words.wrong);
    // As people copy it.
    await page.getByLabel(words.code).fill(`${code.slice(0, 3)} ${code.slice(3)} `);
    await page.getByRole("button", { name: words.open }).click();
    await expect(page).toHaveURL(/\/tickets\/[\w-]{32}$/);
    await expect(page.getByText(words.confirmed, { exact: true })).toBeVisible();

    // Whoever sends the same person again reads the same words.
    const context = await browser.newContext({
      baseURL: mailing.url,
      javaScriptEnabled,
      extraHTTPHeaders: { "x-forwarded-for": "102.176.44.5" },
    });
    const other = await context.newPage();
    await register(other, address);
    expect(await other.locator("main").textContent()).toBe(said);
    await context.close();
  });

  test("beyond the number of a network a place waits for the link, which a scanner may open", async ({
    page,
    mailing,
  }) => {
    // Five neighbours, at the same address of the network.
    for (let n = 0; n < 5; n++) {
      await page.context().clearCookies();
      const form = { ...registrationOf(email(`near${n}`)), priceId: "gratuit" };
      const headers = { origin: mailing.url };
      const address = `${words.prefix}${FREE}?register=1`;
      const answer = await page.request.post(address, { form, headers, maxRedirects: 0 });
      expect(answer.status()).toBe(302);
    }
    const address = email("link");
    await page.context().clearCookies();
    await register(page, address);
    await page.goto(`${words.prefix}${FREE}`);
    await expect(page.getByText(words.places)).toBeVisible();
    const text = await delivered(mailing, address);
    const link = /\/tickets\/proof\/[\w-]+\?key=[\w-]+/.exec(text)?.[0] ?? "";
    // Programs look at links.
    for (let n = 0; n < 2; n++) await page.request.get(words.prefix + link);
    await page.goto(words.prefix + link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.title);
    await expect(page.locator("main")).toContainText("Mamadou Diallo");
    await looksRight(page);
    await page.getByRole("button", { name: words.confirm }).click();
    await expect(page).toHaveURL(/\/tickets\/[\w-]{32}$/);
    await expect(page.locator(".toast")).toContainText(words.registered);
    await expect(page.getByText(words.confirmed, { exact: true })).toBeVisible();
    await delivered(mailing, address, 2);
    await page.goto(words.prefix + link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.over);
    await looksRight(page);
  });

  test("who left the newsletter comes back by the link of a mail", async ({ page, mailing }) => {
    const address = email("reader");
    const subscribe = async () => {
      await page.goto(`${words.prefix}/newsletter`);
      await page.locator("#email").fill(address);
      await page.locator("#whatsapp").fill("622 12 34 56");
      await page.locator("#consent").check();
      await page.getByRole("button", { name: words.subscribe }).click();
      await expect(page.locator(".toast")).toContainText(words.thanks);
    };
    await subscribe();
    const welcome = await delivered(mailing, address);
    const settings = /\/newsletter\/unsubscribe\/[\w-]+/.exec(welcome)?.[0] ?? "";
    await page.goto(words.prefix + settings);
    await page.getByRole("button", { name: words.leave }).click();
    await expect(page.getByRole("button", { name: words.comeBack })).toBeVisible();
    await subscribe();
    const request = await delivered(mailing, address, 2);
    const link = /\/newsletter\/return\/[\w-]+/.exec(request)?.[0] ?? "";
    await page.goto(words.prefix + settings);
    await expect(page.getByRole("button", { name: words.comeBack })).toBeVisible();
    await page.goto(words.prefix + link);
    await expect(page.locator("main")).toContainText("+224 622 12 34 56");
    await looksRight(page);
    await page.locator("#consent").check();
    await page.getByRole("button", { name: words.comeBack }).click();
    await expect(page.locator(".toast")).toContainText(words.thanks);
    await page.goto(words.prefix + settings);
    await expect(page.getByRole("button", { name: words.leave })).toBeVisible();
    await page.goto(words.prefix + link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.over);
  });
});
