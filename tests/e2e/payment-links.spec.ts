import type { Page } from "@playwright/test";
import { eachWay, expect, PHONE } from "../support/browser/journey.ts";
import { fitsEverywhere } from "../support/browser/look.ts";
import { delivered, test } from "../support/browser/mailing-journey.ts";
import { applied, play } from "../support/paying.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    known: "Sur cet appareil",
    space: "Mon espace",
    email: "Adresse e-mail",
    send: "Recevoir le lien et le code",
    code: "Code reçu par e-mail",
    wrong: "Ce code est incorrect.",
    enter: "Entrer",
    yourCode: "Votre code",
    over: "Ce lien n’est plus valable",
    payments: "Paiements et reçus",
    openData: "Lire mes données ou les faire effacer",
    ownData: "Mes données",
    leave: "Se déconnecter",
    forget: "Oublier ces paiements sur cet appareil",
    share: "Faire payer un proche",
    link: "Lien pour payer",
    whatsApp: "Envoyer par WhatsApp",
    forSomebody: "Payer pour un proche",
    pay: /^Payer 15\s000\sGNF$/,
    thanks: "Merci. La personne pour qui vous avez payé recevra la confirmation.",
    giveUp: "Annuler ma demande",
    received: /Reçu\s: 15\s000\sGNF/,
    find: "Retrouver un paiement",
  },
  en: {
    prefix: "/en",
    known: "On this device",
    space: "My space",
    email: "E-mail address",
    send: "Get the link and the code",
    code: "Code received by e-mail",
    wrong: "This code is wrong.",
    enter: "Sign in",
    yourCode: "Your code",
    over: "This link is no longer valid",
    payments: "Payments and receipts",
    openData: "Read my data or have it erased",
    ownData: "My data",
    leave: "Sign out",
    forget: "Forget these payments on this device",
    share: "Ask someone else to pay",
    link: "Link to pay",
    whatsApp: "Send on WhatsApp",
    forSomebody: "Pay for someone else",
    pay: /^Pay 15,000\sGNF$/,
    thanks: "Thank you. The person you paid for will receive the confirmation.",
    giveUp: "Cancel my request",
    received: /Received: 15,000\sGNF/,
    find: "Find a payment",
  },
} as const;

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  test.use({ viewport: PHONE });
  const looksRight = async (page: Page) => {
    if (javaScriptEnabled) await fitsEverywhere(page);
  };

  test("whoever looks for a payment is led to where it is found", async ({ page }) => {
    await page.goto(`${words.prefix}/payments/${"x".repeat(32)}`);
    await page.getByRole("main").getByRole("link", { name: words.find }).click();
    await expect(page).toHaveURL(`${words.prefix}/payments`);
    await page.goto(`${words.prefix}/contact`);
    await page.getByRole("main").getByRole("link", { name: words.find }).click();
    await expect(page.getByRole("heading", { level: 1, name: words.find })).toBeVisible();
  });

  test("a payment is found again on the phone itself, and in one’s own space on another", async ({
    page,
    browser,
    baseURL,
    mailing,
  }) => {
    const payer = email("long".repeat(12));
    const address = await applied(page, words.prefix, payer);
    await looksRight(page);
    await page.goto(`${words.prefix}/payments`);
    await expect(page.getByRole("heading", { name: words.known })).toBeVisible();
    await page.locator(`a[href="${address}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await page.goto(`${words.prefix}/payments`);
    await page.getByRole("button", { name: words.forget }).click();
    await expect(page.getByRole("heading", { name: words.known })).toHaveCount(0);

    const newPhone = async () => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport: PHONE });
      return context.newPage();
    };
    const phone = await newPhone();
    await phone.goto(`${words.prefix}/payments`);
    await expect(phone.getByRole("heading", { name: words.known })).toHaveCount(0);
    await looksRight(phone);
    await phone.getByRole("main").getByRole("link", { name: words.space }).click();
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText(words.space);
    await looksRight(phone);
    await phone.getByLabel(words.email).fill(payer);
    await phone.getByRole("button", { name: words.send }).click();
    await expect(phone.getByText(payer)).toBeVisible();
    await looksRight(phone);
    await phone.getByLabel(words.code).fill("00 00 00");
    await phone.getByRole("button", { name: words.enter }).click();
    await expect(phone.locator("main").getByText(words.wrong).first()).toBeVisible();
    await expect(phone.getByLabel(words.code)).toHaveValue("00 00 00");

    // A program of the mailbox opens the link elsewhere: it says the code, and signs nobody in.
    const text = await delivered(mailing, payer, 2);
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
    const link = /https?:\/\/[^/]+(\S*\/me\/[\w-]+)/.exec(text)?.[1] ?? "";
    const elsewhere = await newPhone();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(words.yourCode);
    await expect(elsewhere.getByText(code)).toBeVisible();
    await looksRight(elsewhere);
    await elsewhere.goto(`${words.prefix}/me`);
    await expect(elsewhere.getByLabel(words.email)).toBeVisible();

    if (javaScriptEnabled) {
      await phone.goto(link);
      await looksRight(phone);
    } else {
      await phone.getByLabel(words.code).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    }
    await phone.getByRole("button", { name: words.enter }).click();
    await expect(phone).toHaveURL(new RegExp(`${words.prefix}/me$`));
    await expect(phone.getByRole("heading", { name: words.payments })).toBeVisible();
    await looksRight(phone);
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole("heading", { name: words.over })).toBeVisible();
    await elsewhere.context().close();

    await phone.locator(`a[href="${address}"]`).click();
    await expect(phone).toHaveURL(new RegExp(`${address}$`));
    const shown = await phone.goto(`${words.prefix}/me`);
    expect(shown?.headers()["cache-control"]).toBe("private, no-store");
    await expect(phone.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    const session = (await phone.context().cookies()).find(({ name }) => name === "me");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    // It opens nothing of the office, and another site ends it for nobody.
    const office = await phone.request.get("/admin", { maxRedirects: 0 });
    expect(office.headers().location).toContain("/admin/login");
    const forged = await phone.request.post(`${words.prefix}/me`, {
      form: { intent: "leave-everywhere" },
      headers: { origin: "https://evil.example" },
      maxRedirects: 0,
    });
    expect(forged.status()).toBeGreaterThanOrEqual(400);
    await phone.reload();
    await phone.getByRole("button", { name: words.openData }).click();
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText(words.ownData);
    await expect(phone).toHaveURL(/\/privacy\/data\/[\w-]+$/);
    await phone.goto(`${words.prefix}/me`);
    await phone.getByRole("button", { name: words.leave, exact: true }).click();
    await expect(phone.getByLabel(words.email)).toBeVisible();
    await expect(phone.getByRole("heading", { name: words.payments })).toHaveCount(0);
    await phone.context().close();
  });

  test("who asks to enter learns nothing of an address", async ({ page, request, baseURL }) => {
    const known = email(`known${Date.now()}`);
    await applied(page, words.prefix, known);
    const answerTo = async (address: string) => {
      const answer = await request.post(`${words.prefix}/me`, {
        form: { intent: "send", email: address },
        headers: { origin: baseURL ?? "" },
        maxRedirects: 0,
      });
      const { date, "set-cookie": cookie = "", ...headers } = answer.headers();
      const attributes = cookie.replace(/=[\w-]+/, (value) => `=${value.length}`);
      return { status: answer.status(), headers, attributes, body: await answer.text() };
    };
    const answers = [await answerTo(known), await answerTo(known.replace("known", "other"))];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 303, body: "" });
  });

  test("somebody else pays by a link, and sees nothing of the holder's own page", async ({
    page,
    browser,
    baseURL,
  }) => {
    const address = await applied(page, words.prefix);
    await page.getByText(words.share).click();
    const link = await page.getByLabel(words.link).inputValue();
    const message = await page.getByRole("link", { name: words.whatsApp }).getAttribute("href");
    expect(decodeURIComponent(message ?? "")).toContain(link);

    const paris = await browser.newContext({ baseURL, javaScriptEnabled });
    const uncle = await paris.newPage();
    await uncle.goto(new URL(link).pathname);
    await expect(uncle.getByRole("heading", { name: words.forSomebody })).toBeVisible();
    await expect(uncle.getByText("Aïssatou Bah")).toBeVisible();
    await looksRight(uncle);
    await expect(uncle.getByText(words.giveUp)).toHaveCount(0);
    expect(await uncle.content()).not.toContain(address);
    await uncle.getByRole("button", { name: words.pay }).click();
    await play(uncle, "approve");
    await expect(uncle.getByText(words.thanks)).toBeVisible();
    await expect(uncle).toHaveURL(/\/pay\//);
    expect(await uncle.content()).not.toMatch(/membership\/application\/[\w-]/);
    await uncle.goto(`${words.prefix}/payments`);
    await expect(uncle.getByRole("heading", { name: words.known })).toBeVisible();
    await paris.close();
    await page.reload();
    await expect(page.getByText(words.received)).toBeVisible();
  });
});
