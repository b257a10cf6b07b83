import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eachWay, expect, test } from "../support/browser/journey.ts";
import { axeFaults } from "../support/browser/look.ts";

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
    left: "Cette adresse a été désinscrite de la newsletter.",
    comeBack: "Me réinscrire",
  },
  en: {
    prefix: "/en",
    send: "Send the message",
    sent: "Message sent successfully!",
    subscribe: "Subscribe to the newsletter",
    email: "Invalid email",
    subject: "Enter a subject (at least 3 characters)",
    whatsapp: "Invalid WhatsApp number",
    consent: "You must agree to receive notifications",
    duplicate: "This e-mail address is already subscribed to the newsletter",
    leave: "Unsubscribe",
    left: "This address was unsubscribed from the newsletter.",
    comeBack: "Subscribe again",
  },
} as const;

/** The link of the welcome mail, once it lies in the outbox. */
async function linkIn(email: string): Promise<string> {
  const outbox = join(process.env.SITE_DATA ?? "", "outbox");
  const find = () =>
    readdirSync(outbox)
      .map((file) => readFileSync(join(outbox, file), "utf8").replaceAll("=\n", ""))
      .filter((mail) => mail.includes(email))
      .map((mail) => /\/newsletter\/unsubscribe\/[\w-]{20,}/.exec(mail)?.[0])[0] ?? "";
  await expect.poll(find, { timeout: 15_000 }).not.toBe("");
  return find();
}

eachWay(LANGUAGES, (words, { javaScriptEnabled, email }) => {
  test("a message is corrected, then sent; nothing typed is lost", async ({ page }) => {
    await page.goto(`${words.prefix}/contact`);
    await page.locator("#name").fill("Aïssatou Bah");
    await page.locator("#email").fill("aissatou(at)example.org");
    await page.locator("#subject").fill("A");
    await page.locator("#message").fill(`Une question posée pour ${email("message")}.`);
    await page.getByRole("button", { name: words.send }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.locator("#email-error")).toHaveText(words.email);
    await expect(page.locator("#subject-error")).toHaveText(words.subject);
    await expect(page.locator("#name")).toHaveValue("Aïssatou Bah");
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
    await page.locator("#email").fill("aissatou@example.org");
    await page.locator("#subject").fill("Une question");
    await page.getByRole("button", { name: words.send }).click();
    await expect(page.getByRole("status")).toContainText(words.sent);
    await expect(page.locator("#message")).toHaveValue("");
    // Shown once.
    await page.goto(`${words.prefix}/contact`);
    await expect(page.getByRole("status")).toHaveCount(0);
  });

  test("the newsletter is joined from the home page, once; who leaves by the mail is not put back, and comes back", async ({
    page,
  }) => {
    const address = email("hawa");
    const leave = page.getByRole("button", { name: words.leave });
    const comeBack = page.getByRole("button", { name: words.comeBack });
    const fill = async (typed: string, whatsapp = "622 12 34 56") => {
      await page.locator("#email").fill(typed);
      await page.locator("#whatsapp").fill(whatsapp);
    };
    const subscribe = async (typed: string) => {
      await page.goto(`${words.prefix}/newsletter`);
      await fill(typed);
      await page.locator("#consent").check();
      await page.getByRole("button", { name: words.subscribe }).click();
    };
    await page.goto(words.prefix || "/");
    await fill(address, "622");
    await page.getByRole("button", { name: words.subscribe }).click();
    // What is wrong is said where one is.
    await expect(page).toHaveURL(new RegExp(`:\\d+${words.prefix || "/"}$`));
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.locator("#whatsapp-error")).toHaveText(words.whatsapp);
    await expect(page.locator("#consent-error")).toHaveText(words.consent);
    await expect(page.locator("#email")).toHaveValue(address);
    await page.locator("#whatsapp").fill("622 12 34 56");
    await page.locator("#consent").check();
    await page.getByRole("button", { name: words.subscribe }).click();
    await expect(page.getByRole("status")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`:\\d+${words.prefix || "/"}$`));
    await subscribe(address.toUpperCase());
    await expect(page.locator("#email-error")).toHaveText(words.duplicate);

    const settings = words.prefix + (await linkIn(address));
    await page.goto(settings);
    await leave.click();
    await expect(comeBack).toBeVisible();
    await subscribe(address);
    // No mail can ask them here, so the page says where to.
    await expect(page.getByRole("alert")).toContainText(words.left);
    await expect(page.locator("main").locator('a[href$="/contact"]')).toBeVisible();
    await expect(page.locator("#email")).toHaveValue(address);
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);

    await page.goto(settings);
    await expect(leave).toHaveCount(0);
    // The address is gone with the subscription: whoever comes back says it again.
    await fill(address);
    await page.locator("#consent").check();
    await comeBack.click();
    await expect(leave).toBeVisible();
    const token = settings.split("/").at(-1);
    const oneClick = await page.request.post(`/newsletter/one-click/${token}`, {
      form: { "List-Unsubscribe": "One-Click" },
      maxRedirects: 0,
    });
    expect(oneClick.status()).toBe(200);
    await page.reload();
    await expect(comeBack).toBeVisible();
  });
});

test("the script says what is wrong as soon as one leaves a field", async ({ page }) => {
  await page.goto("/contact");
  await page.locator("#email").fill("not an address");
  await page.locator("#subject").focus();
  await expect(page.locator("#email-error")).toHaveText("Email invalide");
  await page.locator("#email").fill("hawa@example.org");
  await expect(page.locator("#email-error")).toHaveText("");
});

test("a program that fills the hidden field is told the same; a form of another site is refused", async ({
  request,
}) => {
  const form = { name: "X", email: "x@example.org", subject: "Hello", message: "From elsewhere" };
  for (const address of ["/contact", "/membership"]) {
    const answer = await request.post(address, {
      form: { ...form, website: "x" },
      maxRedirects: 0,
    });
    expect(answer.status(), address).toBe(302);
    expect(answer.headers().location).toBe(address);
  }
  const headers = { origin: "https://elsewhere.example" };
  expect((await request.post("/contact", { form, headers })).status()).toBe(400);
});
