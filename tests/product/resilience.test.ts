import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { exampleAddress, mappedRoutes } from "../support/site-map.ts";
import { StaffClient } from "../support/staff-client.ts";

// The built product on a real server: what a visitor notices of a change, and of a database that goes.

let server: PostgresServer;
let product: Product;
let staff: StaffClient;
let addresses: string[];

beforeAll(async () => {
  server = await startPostgres();
  product = await startProduct({
    DATABASE_URL: server.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  staff = await StaffClient.signIn(product.url);
  addresses = (await mappedRoutes())
    .map(({ pattern }) => exampleAddress(pattern))
    // Nobody's addresses, and those that are never kept.
    .filter(
      (address) =>
        !/n-existe-pas|\/x(\/|$)|^\/admin|\/notices\/|security\.txt$|^\/(metrics|reports)$/.test(
          address,
        ),
    );
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await server?.remove();
});

const get = (address: string) => fetch(product.url + address, { redirect: "manual" });
/** An event that staff made, or nobody: without the database that cannot be told. */
const UNREAD = "/events/01930000-0000-7000-8000-00000000ffff";
const ARTICLE = "01930000-0000-7000-8000-000000001001";

async function inSql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function until(what: () => Promise<boolean>, withinMs: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < withinMs) {
    if (await what()) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not within ${withinMs} ms`);
}

test("a change made in SQL is visible within a second; unrelated pages stay as they were", async () => {
  const tagOf = async (address: string) => (await get(address)).headers.get("etag")?.slice(0, 17);
  const about = await tagOf("/about");
  await get(`/news/${ARTICLE}`);
  await inSql(`update news set title = 'Titre changé en SQL' where id = '${ARTICLE}'`);
  const visible = async (address: string) =>
    (await (await get(address)).text()).includes("Titre changé");
  await until(() => visible(`/news/${ARTICLE}`), 1_000);
  expect(await visible("/")).toBe(true);
  expect(await tagOf("/about")).toBe(about);
});

test("an article that is unpublished is gone within a second", async () => {
  await inSql(`update news set published = false where id = '${ARTICLE}'`);
  await until(async () => (await get(`/news/${ARTICLE}`)).status === 404, 1_000);
  await inSql(`update news set published = true where id = '${ARTICLE}'`);
  await until(async () => (await get(`/news/${ARTICLE}`)).status === 200, 1_000);
});

test("with the database stopped, every page that was read before answers as before", async () => {
  for (const address of addresses) expect((await get(address)).status, address).toBeLessThan(400);
  await server.stop();
  for (const address of addresses) expect((await get(address)).status, address).toBeLessThan(400);
  expect(await (await get(`/news/${ARTICLE}`)).text()).toContain("Titre changé en SQL");
  // Never read before: the samples stand in.
  expect((await get("/events?category=Tournoi")).status).toBe(200);
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(503);
}, 60_000);

test("a form then says so kindly, and gives back what was typed", async () => {
  const answer = await fetch(`${product.url}/contact`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    body: new URLSearchParams({
      name: "Aïssatou Bah",
      email: "aissatou@example.org",
      subject: "Une question",
      message: "Ce message ne doit pas se perdre.",
    }),
  });
  expect(answer.status).toBe(503);
  const page = await answer.text();
  expect(page).toContain("Ce message ne doit pas se perdre.");
  expect(page).toContain("momentanément indisponible");
});

test("so does the membership form, in its own words", async () => {
  const type = "01930000-0000-7000-8000-000000005001";
  const values = {
    type,
    firstName: "Aïssatou",
    lastName: "Bah",
    email: "aissatou@example.org",
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    address: "Quartier Taouyah, Ratoma",
    city: "Conakry",
    experience: "professional",
    games: "Tekken",
    motivation: "Tout ce que j’ai écrit ici avec soin ne doit pas se perdre.",
    acceptTerms: "on",
  };
  const answer = await fetch(`${product.url}/membership?type=${type}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    body: new URLSearchParams(values),
  });
  expect(answer.status).toBe(503);
  const page = await answer.text();
  expect(page).toContain("Erreur de connexion à la base de données");
  for (const stored of [values.motivation, values.address, values.phone])
    expect(page).toContain(stored);
});

test("an event that was never read is not said to be missing, and its form gives back what was typed", async () => {
  const seen = await get(UNREAD);
  expect(seen.status).toBe(503);
  expect(await seen.text()).toContain("momentanément indisponible");
  const values = {
    priceId: "formule-choisie",
    firstName: "Aïssatou",
    lastName: "Bah",
    email: "aissatou@example.org",
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: "aissa224",
    platform: "mobile",
    acceptRules: "on",
    acceptTerms: "on",
  };
  const answer = await fetch(`${product.url}${UNREAD}?register=1`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    body: new URLSearchParams(values),
  });
  expect(answer.status).toBe(503);
  const page = await answer.text();
  for (const stored of [
    values.priceId,
    values.email,
    values.phone,
    values.birthDate,
    values.gamertag,
  ]) {
    expect(page).toContain(`value="${stored}"`);
  }
});

test("the back office says so to whoever is in it, and shows nobody the door", async () => {
  for (const address of ["/admin/members", "/admin/registrations"]) {
    const answer = await staff.get(address);
    expect(answer.status, address).toBe(503);
  }
});

test("pages and files of one person say that the database is away", async () => {
  const token = "x".repeat(32);
  for (const page of [
    `/tickets/${token}`,
    `/tickets/${token}/calendar.ics`,
    `/payments/${token}`,
  ]) {
    expect((await get(page)).status, page).toBe(503);
  }
});

test("when the database is back, everything recovers by itself", async () => {
  await server.restart();
  await until(async () => (await get("/readyz")).status === 200, 10_000);
  await inSql(`update news set title = 'Titre d’après' where id = '${ARTICLE}'`);
  await until(
    async () => (await (await get(`/news/${ARTICLE}`)).text()).includes("d’après"),
    5_000,
  );
  expect((await get(UNREAD)).status).toBe(404);
}, 30_000);
