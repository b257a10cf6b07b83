import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";

// A page that got another address is found at the old one, in both languages, by everybody at once.

let postgres: PostgresServer;
let product: Product;
let client: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  product = await startProduct({ DATABASE_URL: postgres.url });
  client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await product?.stop();
  await postgres?.remove();
});

const get = (path: string) => fetch(product.url + path, { redirect: "manual" });
const rename = (from: string, to: string) =>
  client.query("update pages set slug = $2 where slug = $1", [from, to]);

test("its old address leads there for good, until somebody else takes it", async () => {
  expect((await get("/ligue-nationale")).status).toBe(200);
  await rename("ligue-nationale", "ligue");
  await expect.poll(async () => (await get("/ligue-nationale")).status).toBe(301);
  for (const prefix of ["", "/en"]) {
    const answer = await get(`${prefix}/ligue-nationale`);
    expect(answer.status).toBe(301);
    expect(answer.headers.get("location")).toBe(`${prefix}/ligue`);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect((await get(`${prefix}/ligue`)).status).toBe(200);
  }
  await client.query("update pages set status = 'draft' where slug = 'ligue'");
  await expect.poll(async () => (await get("/ligue-nationale")).status).toBe(404);
  await client.query("update pages set status = 'published' where slug = 'ligue'");
  await client.query(`insert into pages (id, slug, title, status)
    values (gen_random_uuid(), 'ligue-nationale', 'Une autre ligue', 'published')`);
  await expect.poll(async () => (await get("/ligue-nationale")).status).toBe(200);
  expect((await get("/ligue")).status).toBe(200);
});
