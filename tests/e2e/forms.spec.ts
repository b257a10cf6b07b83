import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../support/journey.ts";
import { axeFaults } from "../support/look.ts";

const LANGUAGES = {
  fr: {
    prefix: "",
    send: "Envoyer le message",
    sent: "Message envoyé avec succès!",
    subscribe: "S’inscrire à la newsletter",
    email: "Email invalide",
    subject: "Le sujet doit contenir au moins 3 caractères",
    whatsapp: "Numéro WhatsApp invalide",
    consent: "Vous devez accepter de recevoir les notifications",
    duplicate: "Cette adresse email est déjà inscrite à la newsletter",
    leave: "Me désinscrire",
    left: "Cette adresse avait quitté la newsletter.",
  },
  en: {
    prefix: "/en",
    send: "Send the message",
    sent: "Message sent successfully!",
    subscribe: "Subscribe to the newsletter",
    email: "Invalid e-mail address",
    subject: "Subject must be at least 3 characters",
    whatsapp: "Invalid WhatsApp number",
    consent: "You must agree to receive notifications",
    duplicate: "This e-mail address is already subscribed to the newsletter",
    leave: "Unsubscribe",
    left: "This address had unsubscribed from the newsletter.",
  },
} as const;

/** The link of the welcome mail, once it lies in the outbox. */
async function linkIn(email: string): Promise<string | undefined> {
  const outbox = join(process.env.SITE_DATA ?? "", "outbox");
  const find = () =>
    readdirSync(outbox)
      .map((file) => readFileSync(join(outbox, file), "utf8").replaceAll("=\n", ""))
      .filter((mail) => mail.includes(email))
      .map((mail) => /\/newsletter\/unsubscribe\/[\w-]{20,}/.exec(mail)?.[0])[0];
  await expect.poll(find, { timeout: 15_000 }).toBeTruthy();
  return find();
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";
  test.describe(how, () => {
    test.use({ javaScriptEnabled });

    for (const [language, words] of Object.entries(LANGUAGES)) {
      test(`${language}: a message is corrected, then sent; nothing typed is lost`, async ({
        page,
      }) => {
        await page.goto(`${words.prefix}/contact`);
        await page.locator("#name").fill("Aïssatou Bah");
        await page.locator("#email").fill("aissatou(at)example.org");
        await page.locator("#subject").fill("A");
        await page.locator("#message").fill(`Une question posée ${how}, en ${language}.`);
        await page.getByRole("button", { name: words.send }).click();
        await expect(page.getByRole("alert")).toBeFocused();
        await expect(page.locator("#email-error")).toHaveText(words.email);
        await expect(page.locator("#subject-error")).toHaveText(words.subject);
        await expect(page.locator("#name")).toHaveValue("Aïssatou Bah");
        if (javaScriptEnabled) {
          expect(await axeFaults(page)).toEqual([]);
        }
        await page.locator("#email").fill("aissatou@example.org");
        await page.locator("#subject").fill("Une question");
        await page.getByRole("button", { name: words.send }).click();
        await expect(page.getByRole("status")).toContainText(words.sent);
        await expect(page.locator("#message")).toHaveValue("");
        // Shown once.
        await page.goto(`${words.prefix}/contact`);
        await expect(page.getByRole("status")).toHaveCount(0);
      });

      test(`${language}: the newsletter is joined from the home page, once`, async ({ page }) => {
        const email = `hawa-${language}-${javaScriptEnabled}-${test.info().retry}@example.org`;
        await page.goto(words.prefix || "/");
        await page.locator("#email").fill(email);
        await page.locator("#whatsapp").fill("622");
        await page.getByRole("button", { name: words.subscribe }).click();
        await expect(page).toHaveURL(/\/newsletter$/);
        await expect(page.locator("#whatsapp-error")).toHaveText(words.whatsapp);
        await expect(page.locator("#consent-error")).toHaveText(words.consent);
        await expect(page.locator("#email")).toHaveValue(email);
        await page.locator("#whatsapp").fill("622 12 34 56");
        await page.locator("#consent").check();
        await page.getByRole("button", { name: words.subscribe }).click();
        await expect(page.getByRole("status")).toBeVisible();
        await page.goto(`${words.prefix}/newsletter`);
        await page.locator("#email").fill(email.toUpperCase());
        await page.locator("#whatsapp").fill("+224 622 12 34 56");
        await page.locator("#consent").check();
        await page.getByRole("button", { name: words.subscribe }).click();
        await expect(page.locator("#email-error")).toHaveText(words.duplicate);
      });

      test(`${language}: who left the newsletter is not put back by whoever types the address`, async ({
        page,
      }) => {
        const email = `left-${language}-${javaScriptEnabled}-${test.info().retry}@example.org`;
        const subscribe = async () => {
          await page.goto(`${words.prefix}/newsletter`);
          await page.locator("#email").fill(email);
          await page.locator("#whatsapp").fill("622 12 34 56");
          await page.locator("#consent").check();
          await page.getByRole("button", { name: words.subscribe }).click();
        };
        await subscribe();
        await expect(page.getByRole("status")).toBeVisible();
        await page.goto((await linkIn(email))?.replace(/^.*?(?=\/newsletter)/, words.prefix) ?? "");
        await page.getByRole("button", { name: words.leave }).click();
        await expect(page.getByRole("button", { name: words.leave })).toHaveCount(0);
        const settings = page.url();
        await subscribe();
        // No mail can ask them here, so the page says where to.
        await expect(page.getByRole("alert")).toContainText(words.left);
        await expect(page.locator("main").locator('a[href$="/contact"]')).toBeVisible();
        await expect(page.locator("#email")).toHaveValue(email);
        if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
        await page.goto(settings);
        await expect(page.getByRole("button", { name: words.leave })).toHaveCount(0);
      });
    }
  });
}

test("the script says what is wrong as soon as one leaves a field", async ({ page }) => {
  await page.goto("/contact");
  await page.locator("#email").fill("not an address");
  await page.locator("#subject").focus();
  await expect(page.locator("#email-error")).toHaveText("Email invalide");
  await page.locator("#email").fill("hawa@example.org");
  await expect(page.locator("#email-error")).toHaveText("");
});

test("a program that fills the hidden field is told the same, and nothing is kept", async ({
  request,
}) => {
  const answer = await request.post("/contact", {
    form: {
      name: "Robot",
      email: "r@example.org",
      subject: "Spam",
      message: "Buy buy buy",
      website: "x",
    },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
});

test("a form of another site is refused", async ({ request }) => {
  const answer = await request.post("/contact", {
    form: { name: "X", email: "x@example.org", subject: "Hello", message: "From elsewhere" },
    headers: { origin: "https://elsewhere.example" },
  });
  expect(answer.status()).toBe(400);
});

test("the welcome mail leads to a page where one leaves, and comes back", async ({ page }) => {
  await page.goto("/newsletter");
  await page.locator("#email").fill("leaving@example.org");
  await page.locator("#whatsapp").fill("622123456");
  await page.locator("#consent").check();
  await page.getByRole("button", { name: "S’inscrire à la newsletter" }).click();
  await expect(page.getByRole("status")).toBeVisible();
  const outbox = join(process.env.SITE_DATA ?? "", "outbox");
  const linkIn = () =>
    readdirSync(outbox)
      .map((file) => readFileSync(join(outbox, file), "utf8").replaceAll("=\n", ""))
      .filter((mail) => mail.includes("leaving@example.org"))
      .map((mail) => /newsletter\/unsubscribe\/([\w-]{20,})/.exec(mail)?.[1])[0];
  await expect.poll(linkIn, { timeout: 15_000 }).toBeTruthy();
  await page.goto(`/newsletter/unsubscribe/${linkIn()}`);
  await page.getByRole("button", { name: "Me désinscrire" }).click();
  // The address is gone with the subscription: whoever comes back says it again.
  await page.locator("#email").fill("leaving@example.org");
  await page.locator("#whatsapp").fill("622 12 34 56");
  await page.getByRole("button", { name: "Me réinscrire" }).click();
  await expect(page.getByRole("button", { name: "Me désinscrire" })).toBeVisible();
  const oneClick = await page.request.post(`/newsletter/one-click/${linkIn()}`, {
    form: { "List-Unsubscribe": "One-Click" },
    maxRedirects: 0,
  });
  expect(oneClick.status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("button", { name: "Me réinscrire" })).toBeVisible();
});
