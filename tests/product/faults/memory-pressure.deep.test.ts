import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photograph } from "../../files/samples.ts";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { type PostgresServer, startPostgres } from "../../support/database/postgres-server.ts";
import { type Product, startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// A process that may hold little, and is asked for much at once: long bodies, uploads, files of everybody.

const HEAP_MB = 112;
const MB = 1024 * 1024;
const MEMBERS = 20_000;
const MEMBERS_SQL = `insert into members (id, first_name, last_name, email, phone, city, member_type, status,
    membership_start, membership_end)
  select gen_random_uuid(), 'Prénom' || n, 'Nom' || n, 'p' || n || '@example.org', '+2246' || lpad(n::text, 8, '0'),
    'Conakry', 'player', 'active', current_date, current_date + 365
  from generate_series(1, ${MEMBERS}) n`;

let server: PostgresServer;
let product: Product;
let staff: StaffClient;
let hasEnded = false;

beforeAll(async () => {
  server = await startPostgres();
  product = await startProduct({
    DATABASE_URL: server.url,
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    TRUST_PROXY: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  void product.ended.then(() => {
    hasEnded = true;
  });
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(MEMBERS_SQL);
  await client.end();
  staff = await StaffClient.signIn(product.url);
  await staff.confirm();
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await server?.remove();
});

/** A form whose text is longer than any that is taken. */
const longForm = async (n: number) => {
  const answer = await fetch(`${product.url}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url, "x-forwarded-for": `41.77.30.${n}` },
    body: new URLSearchParams({ name: "Aïssatou", message: "x".repeat(2 * MB) }),
    signal: AbortSignal.timeout(60_000),
    // A body that is refused before it is over ends the connection.
  }).catch(() => undefined);
  await answer?.text().catch(() => {});
  return answer?.status ?? 413;
};

/** The whole file, or a refusal. */
const exported = async () => {
  const answer = await staff.get("/admin/members/export");
  const text = await answer.text();
  return { status: answer.status, text, lines: text.trimEnd().split("\n").length };
};

test("it answers each of them in bounds, and goes on", async () => {
  const picture = await photograph(2_400, 1_600);
  const { lines: all } = await exported();
  expect(all).toBeGreaterThan(MEMBERS);
  const work = {
    forms: Promise.all(Array.from({ length: 120 }, (_, n) => longForm(n))),
    exports: Promise.all(Array.from({ length: 8 }, exported)),
    uploads: Promise.all(
      Array.from({ length: 10 }, (_, n) => staff.upload(picture, `memoire-${n}.jpg`)),
    ),
    searches: Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const answer = await fetch(`${product.url}/search?q=${n}${"mot ".repeat(40)}`);
        await answer.text();
        return answer.status;
      }),
    ),
  };
  for (const status of await work.forms) expect([400, 413, 429, 503]).toContain(status);
  for (const status of await work.searches) expect([200, 400, 429, 503]).toContain(status);
  const files = await work.exports;
  for (const { status, lines, text } of files) {
    expect([200, 503], text.slice(0, 2_000)).toContain(status);
    if (status === 200) expect(lines).toBe(all);
  }
  expect((await exported()).lines).toBe(all);
  for (const steps of await work.uploads) expect(steps.at(-1)).toHaveProperty("url");
  expect(hasEnded, product.output()).toBe(false);
  const began = performance.now();
  expect((await fetch(`${product.url}/events`)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(product.output()).not.toMatch(/heap|out of memory/i);
}, 120_000);
