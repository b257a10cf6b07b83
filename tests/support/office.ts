import { expect, type Page } from "@playwright/test";
import { test as base } from "./journey.ts";

/** The administrator of the product that journeys run against. */
export const ADMINISTRATOR = {
  email: "secretariat@example.org",
  password: "la phrase des essais du site",
};

/** Who agrees to what the administrator may not decide alone; with the same password. */
export const SECOND = {
  ...{ id: "01930000-0000-7000-8000-00000000a002", name: "Kadiatou Barry" },
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

/** Proves that a page is its owner's, as the question before something dangerous wants: good for ten minutes. */
export async function confirmed(page: Page, password = ADMINISTRATOR.password): Promise<void> {
  const at = page.url();
  const { origin } = new URL(at.startsWith("http") ? at : (process.env.SITE_URL ?? ""));
  const form = { "proof.code": password };
  const answer = await page.request.post(`${origin}/admin/account/confirm?to=/admin`, {
    ...{ form, headers: { origin }, maxRedirects: 0 },
  });
  expect(answer.status()).toBe(302);
}

/** Browser tests of the back office: whoever opens a page is the administrator. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture here
  storageState: async ({}, use) => {
    await use(JSON.parse(process.env.OFFICE_STATE ?? ""));
  },
});
export { expect };
