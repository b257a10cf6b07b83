import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { exampleAddress, mappedRoutes } from "../support/site-map.ts";

// Every route × {nobody, signed in without being an administrator, administrator}, read and written.
// The list is the site map's own: a new route is tried by itself.

const routes = (await mappedRoutes()).filter(({ pattern }) => pattern.startsWith("/admin"));
/** Where one signs in, gets a new password, or comes to by a link in a mail: open to everybody. */
const OPEN = /^\/admin\/(?:address|login|forgotten|reset|logout)/;
const closed = routes.map(({ pattern }) => pattern).filter((pattern) => !OPEN.test(pattern));
const open = routes.map(({ pattern }) => pattern).filter((pattern) => OPEN.test(pattern));

let postgres: PostgresServer;
let product: Product;
let database: pg.Client;

beforeAll(async () => {
  // On a server, so that accounts change while the product runs.
  postgres = await startPostgres();
  product = await startProduct({
    DATABASE_URL: postgres.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await postgres?.remove();
});

async function ask(address: string, options: { method?: string; cookie?: string } = {}) {
  const { method = "GET", cookie: sent = "" } = options;
  const headers = { cookie: sent, origin: product.url, "sec-fetch-site": "same-origin" };
  return fetch(product.url + address, { method, headers, redirect: "manual" });
}

/** Signs in as a browser does, by the screen's own form. */
const signIn = () =>
  fetch(`${product.url}/admin/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url },
    body: new URLSearchParams(ADMINISTRATOR),
  });

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");

async function signedIn(): Promise<string> {
  const cookie = cookiesOf(await signIn());
  expect(cookie).toContain("session_token=");
  return cookie;
}

/** Changes the one account that there is. */
const change = (what: string) => database.query(`update profiles set ${what}`);
const sessions = async () => (await database.query("select 1 from auth_sessions")).rowCount;

/** Each way in which a route is asked: as a document, as data, and both written to. */
const ways = (pattern: string) => {
  const address = exampleAddress(pattern);
  return [address, `${address}.data`].flatMap((one) => [
    { address: one, method: "GET" },
    { address: one, method: "POST" },
  ]);
};

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
    for (const { address, method } of ways(pattern))
      await expectRefused(await ask(address, { method }));
  });

  test.each(open)("%s is open to everybody", async (pattern) => {
    const answer = await ask(exampleAddress(pattern));
    expect([200, 302, 404]).toContain(answer.status);
    expect(await answer.text()).not.toContain("Se déconnecter");
  });
});

describe("an administrator", () => {
  let cookie = "";
  beforeAll(async () => {
    cookie = await signedIn();
  });

  test.each(closed)("is let in to %s", async (pattern) => {
    const answer = await ask(exampleAddress(pattern), { cookie });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("location") ?? "").not.toContain("/admin/login");
    await answer.body?.cancel();
  });
});

describe("an account that is signed in and has lost the role of administrator", () => {
  let cookie = "";
  beforeAll(async () => {
    await database.query("delete from auth_sessions");
    cookie = await signedIn();
    // Refused once, the session is over: it is put back for the next route as the sign-in made it.
    await database.query("create temporary table signed_in as select * from auth_sessions");
    await database.query("delete from auth_sessions");
    await change("role = 'user'");
  });
  afterAll(() => change("role = 'admin'"));

  test.each(closed)("is refused and signed out by %s", async (pattern) => {
    for (const { address, method } of ways(pattern)) {
      await database.query("insert into auth_sessions select * from signed_in");
      expect(await sessions()).toBe(1);
      const answer = await ask(address, { method, cookie });
      const reached = answer.status !== 405;
      await expectRefused(answer);
      if (reached) expect(await sessions(), `${method} ${address}`).toBe(0);
      await database.query("delete from auth_sessions");
    }
  });

  test("gets no session by signing in again", async () => {
    const answer = await signIn();
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Accès non autorisé - Rôle administrateur requis");
    expect(cookiesOf(answer)).not.toContain("session_token=");
    expect(await sessions()).toBe(0);
  });
});

describe("an account that is deactivated", () => {
  let cookie = "";
  beforeAll(async () => {
    cookie = await signedIn();
    expect((await ask("/admin", { cookie })).status).toBe(200);
    await change("is_active = false");
  });

  test.each(closed)("is out of %s at once", async (pattern) => {
    for (const { address, method } of ways(pattern))
      await expectRefused(await ask(address, { method, cookie }));
  });

  test("gets no session by signing in again", async () => {
    const answer = await signIn();
    expect(answer.status).toBe(403);
    expect(cookiesOf(answer)).not.toContain("session_token=");
  });
});
