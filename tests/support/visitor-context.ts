import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { parseMail } from "../mail/parse-mail.ts";
import { confirmed, officeState, SECOND } from "./office.ts";
import { named } from "./office-list.ts";

let visitors = 0;

/** Somebody who is not signed in, at an address of the network of their own. */
export async function newVisitor(browser: Browser, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({
    ...options,
    storageState: undefined,
    baseURL: process.env.SITE_URL,
    extraHTTPHeaders: { "x-forwarded-for": `41.${process.pid % 250}.7.${++visitors}` },
  });
  return context.newPage();
}

export const field = (page: Page, name: string) =>
  page.locator(`input[name="${name}"]:not([type="hidden"])`);

export async function signIn(page: Page, email: string, password: string) {
  await field(page, "email").fill(email);
  await field(page, "password").fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
}

/** Nobody's password here is another's. */
export const PASSWORD = "une phrase que personne ne connaît";

/** The second administrator of the site agrees to let somebody in who waits for it. */
export async function letIn(browser: Browser, name: string): Promise<void> {
  const origin = process.env.SITE_URL ?? "";
  const storageState = JSON.parse(await officeState(origin, SECOND));
  const context = await browser.newContext({ storageState, baseURL: origin });
  const page = await context.newPage();
  await confirmed(page);
  await page.goto("/admin/staff");
  await page.getByRole("button", { name: `Approuver l’accès de ${name}` }).click();
  await expect(page.getByRole("button", { name: `Approuver l’accès de ${name}` })).toHaveCount(0);
  await context.close();
}

/** Somebody of the test's own, an administrator or what the box says: invited, let in, and with a password. */
export async function invited(office: Page, browser: Browser, called: string, box = "role_admin") {
  const name = named(called);
  const email = `${name.toLowerCase().replaceAll(/\W/g, "-")}@example.org`;
  await confirmed(office);
  await office.goto("/admin/staff/new");
  await office.locator("#name").fill(name);
  await office.locator("#email").fill(email);
  await office.locator(`#${box}`).check();
  await office.getByRole("button", { name: "Inviter", exact: true }).click();
  await expect(office.getByText("une autre personne de l’administration l’approuve")).toBeVisible();
  await letIn(browser, name);
  const page = await newVisitor(browser);
  await page.goto(/\/admin\/reset\/[\w-]+/.exec(await mailTo(email))?.[0] ?? "");
  await field(page, "password").fill(PASSWORD);
  await field(page, "again").fill(PASSWORD);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Votre mot de passe est enregistré")).toBeVisible();
  return { name, email, page };
}

/** The last mail to an address, once there are `count` of them. */
export async function mailTo(address: string, count = 1): Promise<string> {
  const folder = join(process.env.SITE_DATA ?? "", "outbox");
  const mails = () =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(join(folder, file), "latin1").replaceAll("\n", "\r\n"))
      .map((raw) => parseMail(Buffer.from(raw, "latin1")))
      .filter(({ headers }) => headers.to?.includes(address))
      // Whoever administers hears of everybody whom another test lets in meanwhile.
      .filter(({ text }) => !text.includes("veut donner à cette personne un accès"))
      .sort((a, b) => a.messageId.localeCompare(b.messageId));
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(count);
  return mails().at(-1)?.text ?? "";
}
