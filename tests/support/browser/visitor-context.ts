import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { parseMail } from "../../mail/parse-mail.ts";
import { StaffClient } from "../product/staff-client.ts";
import { confirmedAs, cookieOf, FIRST_STATE, SECOND_STATE, sendAs } from "./office.ts";
import { named } from "./office-list.ts";
import { patient } from "./taking-over.ts";

let visitors = 0;

/** Somebody who is not signed in, at an address of the network of their own. */
export async function newVisitor(browser: Browser, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({
    ...options,
    storageState: undefined,
    baseURL: process.env.SITE_URL,
    extraHTTPHeaders: { "x-forwarded-for": `41.${process.pid % 250}.7.${++visitors}` },
  });
  return patient(await context.newPage());
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

/**
 * Somebody of the test's own, an administrator whom the second one lets in, or what the box says: invited, and
 * signed in with a password that they chose. All by plain forms: how it looks is what other tests see.
 */
export async function invited(
  browser: Browser,
  called: string,
  { box = "role_admin", javaScriptEnabled = true } = {},
) {
  const name = named(called);
  const email = `${name.toLowerCase().replaceAll(/\W/g, "-")}@example.org`;
  await confirmedAs(FIRST_STATE());
  await sendAs(FIRST_STATE(), "/admin/staff/new", { name, email, [box]: "on" });
  if (box === "role_admin") await letIn(name);
  const page = await newVisitor(browser, { javaScriptEnabled });
  const origin = process.env.SITE_URL ?? "";
  const post = async (address: string, form: Record<string, string>) => {
    const options = { form, headers: { origin }, maxRedirects: 0 };
    expect((await page.request.post(address, options)).status(), address).toBe(302);
  };
  const link = /\/admin\/reset\/[\w-]+/.exec(await mailTo(email))?.[0] ?? "";
  await post(link, { password: PASSWORD, again: PASSWORD });
  await post("/admin/login", { email, password: PASSWORD });
  return { name, email, page };
}

/** The second administrator of the site agrees to let somebody in who waits for it. */
export async function letIn(name: string): Promise<void> {
  const state = SECOND_STATE();
  await confirmedAs(state);
  const list = await (await sendAs(state, "/admin/staff")).text();
  const ids = new RegExp(`/admin/staff/([0-9a-f-]{36})">${name}<`).exec(list)?.[1] ?? "";
  const second = new StaffClient(process.env.SITE_URL ?? "", cookieOf(state));
  const answer = await second.press("/admin/staff", ids, { intent: "admit", ids });
  expect(answer.status, `${name} is let in`).toBeLessThan(400);
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
      .filter(({ text }) => !/à cette personne un accès/.test(text))
      .sort((a, b) => a.messageId.localeCompare(b.messageId));
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(count);
  return mails().at(-1)?.text ?? "";
}
