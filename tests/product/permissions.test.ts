import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { type Product, startProduct } from "../support/product.ts";
import { exampleAddress, mappedRoutes } from "../support/site-map.ts";

// Every route × {nobody, administrator}, read and written; a session of somebody who is no
// administrator any more is nobody's. The list is the site map's own: a new route is tried by itself.

const routes = (await mappedRoutes()).filter(({ pattern }) => pattern.startsWith("/admin"));
/** Where one signs in, or gets a new password: open to everybody. */
const OPEN = /^\/admin\/(?:login|forgotten|reset|logout)/;
const closed = routes.map(({ pattern }) => pattern).filter((pattern) => !OPEN.test(pattern));
const open = routes.map(({ pattern }) => pattern).filter((pattern) => OPEN.test(pattern));

const dataDir = mkdtempSync(join(tmpdir(), "fge-permissions-"));
let product: Product;
let cookie = "";

const settings = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};

async function ask(address: string, options: { method?: string; cookie?: string } = {}) {
  const { method = "GET", cookie: sent = "" } = options;
  const headers = { cookie: sent, origin: product.url, "sec-fetch-site": "same-origin" };
  return fetch(product.url + address, { method, headers, redirect: "manual" });
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${product.url}/admin/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url },
    body: new URLSearchParams(ADMINISTRATOR),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

beforeAll(async () => {
  product = await startProduct(settings);
  cookie = await signIn();
  expect(cookie).toContain("session_token");
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sent to the sign-in screen, in the way that a document or the router's own request is. */
async function expectRefused(answer: Response) {
  const text = await answer.text();
  const sentAway = answer.headers.get("location") ?? text;
  expect([202, 302, 403, 405]).toContain(answer.status);
  if (answer.status !== 403 && answer.status !== 405) expect(sentAway).toContain("/admin/login");
  expect(text).not.toContain("Se déconnecter");
}

describe("the back office", () => {
  test("has routes to try", () => expect(closed.length).toBeGreaterThan(20));

  test.each(closed)("%s is closed to nobody, read, as data and written", async (pattern) => {
    const address = exampleAddress(pattern);
    await expectRefused(await ask(address));
    await expectRefused(await ask(`${address}.data`));
    await expectRefused(await ask(address, { method: "POST" }));
    await expectRefused(await ask(`${address}.data`, { method: "POST" }));
  });

  test.each(open)("%s is open to everybody", async (pattern) => {
    const answer = await ask(exampleAddress(pattern));
    expect([200, 302, 404]).toContain(answer.status);
    expect(await answer.text()).not.toContain("Se déconnecter");
  });

  test.each(closed)("%s lets an administrator in", async (pattern) => {
    const answer = await ask(exampleAddress(pattern), { cookie });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("location") ?? "").not.toContain("/admin/login");
    await answer.body?.cancel();
  });
});

test("an account that is no administrator any more is out at once, everywhere", {
  timeout: 180_000,
}, async () => {
  await product.stop();
  execFileSync(process.execPath, ["scripts/admin-run.mjs", "disable", ADMINISTRATOR.email], {
    env: { ...process.env, ...settings, NODE_ENV: "production" },
  });
  product = await startProduct(settings);
  for (const pattern of closed) {
    const address = exampleAddress(pattern);
    await expectRefused(await ask(address, { cookie }));
    await expectRefused(await ask(address, { cookie, method: "POST" }));
  }
});
