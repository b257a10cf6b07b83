import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parseMail } from "../mail/parse-mail.ts";
import { ADMINISTRATOR } from "../support/browser/office.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { isDeep } from "../support/fuzz/repetitions.ts";
import { type Product, startProduct } from "../support/product/product.ts";
import { emailOf } from "../support/product/shared-site.ts";
import { totp } from "../support/totp.ts";

const NEXT = "une autre phrase assez longue";
const RECOVERY_CODE = /\b[a-z2-9]{5}-[a-z2-9]{5}\b/g;
const STEP_MS = 30_000;

// An account's own affairs by plain forms. In depth with a product of its own, whose secret is replaced.

const dataDir = mkdtempSync(join(tmpdir(), "accounts-"));
const settings = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};
let product: Product | undefined;
let url: string;
const email = isDeep ? ADMINISTRATOR.email : emailOf("traveller");

beforeAll(async () => {
  if (isDeep) product = await startProduct(settings);
  url = product?.url ?? inject("site").url;
});
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true });
});

async function signedIn(password: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(url);
  const { status, location } = await browser.post("/admin/login", { email, password });
  expect([status, location]).toEqual([302, "/admin"]);
  return browser;
}

/** What was sent to an address, the latest last, once a message with this subject is among it. */
async function mailsTo(address: string, subject: RegExp) {
  const folder = join(dataDir, "outbox");
  const read = () =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(join(folder, file), "latin1").replaceAll("\n", "\r\n"))
      .map((raw) => parseMail(Buffer.from(raw, "latin1")))
      .filter(({ headers }) => headers.to?.includes(address))
      .filter(({ headers }) => subject.test(headers.subject ?? ""));
  await expect.poll(() => read().length, { timeout: 20_000 }).toBeGreaterThan(0);
  return read();
}

let secret = "";
let codes: string[] = [];
let began = 0;

test("a password changed by a plain form keeps the session, under a cookie of its own", async () => {
  const browser = await signedIn(ADMINISTRATOR.password);
  const values = { intent: "password", current: ADMINISTRATOR.password };
  for (const [password, message] of [
    ["trop court", "au moins 12 caractères"],
    ["password1234", "trop courant ou trop facile à deviner"],
    [`${email.split("@")[0]}1234`, "contient votre nom, votre adresse"],
  ] as const) {
    const refused = await browser.post("/admin/account", { ...values, password, again: password });
    expect(refused.status, password).toBe(400);
    expect(refused.text).toContain(message);
    expect(refused.html).not.toContain(password);
  }
  const before = new PlainBrowser(url);
  for (const [name, value] of browser.cookies) before.cookies.set(name, value);
  const page = await browser.post("/admin/account", { ...values, password: NEXT, again: NEXT });
  expect(page.status).toBe(200);
  expect(page.text).toContain("Mot de passe changé");
  expect(page.text).toContain("Cet appareil");
  expect((await browser.get("/admin/account")).status).toBe(200);
  expect((await before.get("/admin/account")).status).toBe(302);
}, 60_000);

test("a second factor is set up by plain forms, which show the recovery codes", async () => {
  const browser = await signedIn(NEXT);
  const started = await browser.post("/admin/account", { intent: "second-factor", password: NEXT });
  const uri = started.field("uri");
  secret = new URL(uri).searchParams.get("secret") ?? "";
  began = Date.now();
  const wrong = await browser.post("/admin/account", { intent: "confirm", uri, code: "000000" });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain("Ce code est incorrect.");
  expect(wrong.field("uri")).toBe(uri);
  const code = totp(secret, began - STEP_MS);
  const page = await browser.post("/admin/account", { intent: "confirm", uri, code });
  expect(page.status).toBe(200);
  expect(page.text).toContain("Validation en deux étapes activée");
  expect(new Set(page.text.match(RECOVERY_CODE)).size).toBe(10);
  expect((await browser.get("/admin/account")).status).toBe(200);

  const renewed = await browser.post("/admin/account", {
    intent: "recovery-codes",
    password: NEXT,
    code: totp(secret, began),
  });
  expect(renewed.status).toBe(200);
  codes = [...new Set(renewed.text.match(RECOVERY_CODE))];
  expect(codes).toHaveLength(10);
  expect(page.text).not.toContain(codes[0]);
  const later = await browser.get("/admin/account");
  expect(later.text).not.toMatch(RECOVERY_CODE);
}, 60_000);

test("a sign-in is confirmed by plain forms; the mailbox alone is not enough", async () => {
  const browser = new PlainBrowser(url);
  const first = await browser.post("/admin/login", { email, password: NEXT });
  const step = first.location ?? "";
  expect(step).toMatch(/^\/admin\/login\/second-factor/);
  const request = await browser.get(step);
  expect(request.text).toContain("votre application d’authentification");
  expect(request.text).not.toContain("par e-mail");
  const sent = await browser.post(step, { send: "" });
  expect(sent.status).toBe(400);
  expect(sent.text).toContain("Ce compte a une application");
  const used = await browser.post(step, { code: totp(secret, began) });
  expect(used.text).toContain("Ce code a déjà servi");
  const entered = await browser.post(step, { code: totp(secret, began + STEP_MS) });
  expect([entered.status, entered.location]).toEqual([302, "/admin"]);
  expect((await browser.get("/admin/account")).status).toBe(200);
}, 60_000);

if (isDeep)
  test("a new secret signs everybody out, and nothing else: links and second factors go on", async () => {
    const address = "lectrice@example.org";
    const reader = new PlainBrowser(url);
    const form = { email: address, whatsapp: "+224620000000", consent: "on" };
    expect((await reader.post("/newsletter", form)).status).toBe(302);
    const [welcome] = await mailsTo(address, /./);
    const leaving = /\/newsletter\/unsubscribe\/[\w-]+/.exec(welcome?.text ?? "")?.[0] ?? "";
    expect((await reader.get(leaving)).status).toBe(200);
    const browser = new PlainBrowser(url);
    await browser.post("/admin/login", { email, password: NEXT });
    const step = "/admin/login/second-factor?way=recovery";
    expect((await browser.post(step, { code: codes[0] ?? "" })).status).toBe(302);
    expect((await browser.get("/admin/account")).status).toBe(200);
    expect(rotateSecret().status).toBe(0);
    // The running site goes on with the old one.
    expect((await browser.get("/admin/account")).status).toBe(200);

    await product?.stop();
    product = await startProduct(settings);
    url = product.url;
    expect((await browser.movedTo(url).get("/admin/account")).status).toBe(302);
    expect((await reader.movedTo(url).get(leaving)).status).toBe(200);
    const again = new PlainBrowser(url);
    await again.post("/admin/login", { email, password: NEXT });
    expect((await again.post(step, { code: codes[0] ?? "" })).status).toBe(401);
    expect((await again.post(step, { code: codes[1] ?? "" })).status).toBe(302);
    const page = await again.get("/admin/account");
    expect(page.status).toBe(200);
    expect(page.text.match(/Déconnecter(?! tous)/g)).toBeNull();
  }, 120_000);

/** Runs the command that replaces the secret in a folder. */
const rotateSecret = (env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ["scripts/admin-run.mjs", "rotate-secret"], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    encoding: "utf8",
  });

test("the command puts a new secret before the old one, and says where one of the settings goes", () => {
  const file = join(dataDir, "session-secret");
  if (!isDeep) writeFileSync(file, `${"s".repeat(64)}\n`);
  const before = readFileSync(file, "utf8");
  const refused = rotateSecret({ SESSION_SECRET: "s".repeat(40) });
  expect([refused.status, refused.stdout]).toEqual([
    1,
    expect.stringContaining("SESSION_SECRET_OLD"),
  ]);
  expect(readFileSync(file, "utf8")).toBe(before);
  const { status, stdout } = rotateSecret();
  expect([status, stdout]).toEqual([0, expect.stringContaining("redémarrez le site")]);
  const [first, ...others] = readFileSync(file, "utf8").split("\n");
  expect(others.join("\n")).toBe(before);
  expect(first?.length).toBeGreaterThan(30);
  expect(stdout).not.toContain(first);
});
