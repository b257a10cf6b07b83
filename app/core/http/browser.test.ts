import { expect, test, vi } from "vitest";

// Another file may have read other settings already.
vi.resetModules();
vi.stubEnv("SESSION_SECRET", "a secret of the tests, forty characters ");
vi.stubEnv("PUBLIC_URL", "https://fge.example");
const { isSameBrowser, SAME_FORM_MS, readSender } = await import("./browser.server.ts");

const page = { ip: "41.223.7.9", degraded: false, nonce: "", reference: "" };
const values = { firstName: "Aïssatou", email: "a@example.org" };
const form = (headers: Record<string, string> = {}) =>
  new Request("https://fge.example/events/x", { headers: { "user-agent": "Phone", ...headers } });
const headersWith = (cookie: string) => ({ cookie: `flash=x; ${cookie.split(";", 1)[0]}` });

test("a double click without a cookie is one browser; another word, phone or network is another", () => {
  const first = readSender(form(), page, values);
  expect(first.browser.known).toBe(false);
  expect(readSender(form(), page, values)).toEqual(first);
  const others = [
    readSender(form(), page, { ...values, firstName: "Hawa" }),
    readSender(form({ "user-agent": "Desk" }), page, values),
    readSender(form(), { ...page, ip: "41.223.7.10" }, values),
  ];
  for (const { browser } of others) expect(browser.id).not.toBe(first.browser.id);
});

test("with the cookie of its first answer it is the same, whatever it sends and from where", () => {
  const first = readSender(form(), page, values);
  expect(first.cookie).toMatch(/^browser=[\w-]{43}; Path=\/; .*SameSite=Lax; HttpOnly; Secure$/);
  const later = readSender(
    form(headersWith(first.cookie)),
    { ...page, ip: "102.1.1.1" },
    { email: "b" },
  );
  expect(later.browser).toEqual({ id: first.browser.id, known: true });
  expect(later.cookie).toBe(first.cookie);
  expect(later.browser.id).not.toContain(/browser=([\w-]+)/.exec(first.cookie)?.[1]);
});

test("an address that is everybody's is nobody's", () => {
  expect(readSender(form(), { ...page, sharedAddress: true }, values).ip).toBeUndefined();
});

test("what was told by its form is told so for a while only", () => {
  const { browser } = readSender(form(), page, values);
  const row = { browser: browser.id, created_at: new Date(0) };
  expect(isSameBrowser(row, { browser }, new Date(SAME_FORM_MS - 1))).toBe(true);
  expect(isSameBrowser(row, { browser }, new Date(SAME_FORM_MS))).toBe(false);
  expect(isSameBrowser(row, { browser: { ...browser, known: true } }, new Date(SAME_FORM_MS))).toBe(
    true,
  );
  expect(isSameBrowser({ ...row, browser: null }, { browser }, new Date(0))).toBe(false);
});
