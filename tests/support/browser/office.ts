import { type Browser, expect, type Page } from "@playwright/test";
import { test as base } from "./journey.ts";
import { patient } from "./taking-over.ts";

/** The administrator of the product that journeys run against. */
export const ADMINISTRATOR = {
  email: "secretariat@example.org",
  password: "la phrase des essais du site",
};

/** Who agrees to what the administrator may not decide alone; with the same password. */
export const SECOND = {
  id: "01930000-0000-7000-8000-00000000a002",
  name: "Kadiatou Barry",
  email: "tresorerie@example.org",
};

/** Signs the administrator in; what a browser needs to be them, as text. */
export async function officeState(
  url: string,
  { email }: { email: string } = ADMINISTRATOR,
): Promise<string> {
  const answer = await fetch(`${url}/admin/login`, {
    method: "POST",
    headers: { origin: url },
    body: new URLSearchParams({ ...ADMINISTRATOR, email }),
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2);
    return { name, value, domain: "localhost", path: "/", expires: -1, httpOnly: true };
  });
  if (!cookies.length) throw new Error(`the administrator is not let in: ${answer.status}`);
  const state = cookies.map((cookie) => ({ ...cookie, secure: false, sameSite: "Lax" }));
  return JSON.stringify({ cookies: state, origins: [] });
}

/** The cookies of a state, as a browser sends them. */
export function cookieOf(state: string): string {
  const { cookies } = JSON.parse(state) as { cookies: { name: string; value: string }[] };
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Asks for an address of the site for whoever a state is, or sends a form there, without a browser. */
export function sendAs(
  state: string,
  address: string,
  form?: Record<string, string>,
  url = process.env.SITE_URL ?? "",
) {
  return fetch(url + address, {
    headers: { cookie: cookieOf(state), origin: url },
    redirect: "manual",
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
}

/** What makes a browser one of the two administrators of the product that journeys run against. */
export const FIRST_STATE = () => process.env.OFFICE_STATE ?? "";
export const SECOND_STATE = () => process.env.SECOND_STATE ?? "";

/** As `sendAs`, for the first of them. */
export const sendAsOffice = (address: string, form?: Record<string, string>) =>
  sendAs(FIRST_STATE(), address, form);

/** Makes a record as its form does, without a browser; gives its id. */
export async function newRecord(
  list: string,
  name: string,
  fields: Record<string, string>,
): Promise<string> {
  const made = await sendAsOffice(`${list}/new`, fields);
  const found = await sendAsOffice(`${list}?${new URLSearchParams({ q: name })}`);
  const id = new RegExp(`${list}/([0-9a-f-]{36})`).exec(await found.text())?.[1];
  if (!id) throw new Error(`${name} is not made: ${made.status}`);
  return id;
}

/** An article that nobody sees yet; its id. */
export const newArticle = (title: string, content = "Un premier texte."): Promise<string> =>
  newRecord("/admin/news", title, {
    title,
    content,
    excerpt: "Un résumé.",
    category: "Formation",
    published: "draft",
  });

/** A partner whom visitors see; its id. */
export const newPartner = (name: string, description = "Un soutien."): Promise<string> =>
  newRecord("/admin/partners", name, {
    name,
    description,
    partnership_type: "sponsor",
    status: "active",
  });

/** Where the question before something dangerous is answered, which is good for ten minutes. */
const CONFIRM = "/admin/account/confirm?to=/admin";
const PROOF = { "proof.code": ADMINISTRATOR.password };

/** Proves without a browser that a session is its owner's. */
export async function confirmedAs(state: string): Promise<void> {
  expect((await sendAs(state, CONFIRM, PROOF)).status).toBe(302);
}

/** Proves that a page is its owner's. */
export async function confirmed(page: Page): Promise<void> {
  const at = page.url();
  const { origin } = new URL(at.startsWith("http") ? at : (process.env.SITE_URL ?? ""));
  const answer = await page.request.post(origin + CONFIRM, {
    form: PROOF,
    headers: { origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}

type Opened = { baseURL?: string; state?: string; javaScriptEnabled?: boolean };

/** A page of the back office in a browser of its own. */
export async function officePage(browser: Browser, opened: Opened = {}): Promise<Page> {
  const {
    baseURL = process.env.SITE_URL,
    state = FIRST_STATE(),
    javaScriptEnabled = true,
  } = opened;
  const storageState = JSON.parse(state);
  const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled });
  return patient(await context.newPage());
}

/** Browser tests of the back office: whoever opens a page is the administrator. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
  storageState: async ({}, use) => {
    await use(JSON.parse(FIRST_STATE()));
  },
  context: async ({ context }, use) => {
    context.on("page", patient);
    await use(context);
  },
});
export { expect };
