import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";

// A place that becomes free, from the page of whoever gives it up to the page of whoever takes it, with
// the jobs and the page cache between them: two processes on one server.

let server: PostgresServer;
let first: Product;
let second: Product;
const event = randomUUID();

beforeAll(async () => {
  server = await startPostgres();
  const settings = { DATABASE_URL: server.url, PAYMENTS_SIMULATED: "1" };
  first = await startProduct(settings);
  second = await startProduct(settings);
  await inSql(`insert into events
    (id, title, description, date, location, category, max_participants)
    values ('${event}', 'Finale', 'Finale', '2099-01-01', 'Conakry', 'Tournoi', 1)`);
  await inSql(`insert into event_packages (id, event_id, key, name, description, amount)
    values (gen_random_uuid(), '${event}', 'free', 'Gratuit', '', 0),
      (gen_random_uuid(), '${event}', 'paid', 'Standard', '', 5000)`);
}, 120_000);

afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await server?.remove();
});

async function inSql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Where a form leads that is sent as a browser sends it. */
async function post(product: Product, address: string, fields: Record<string, string>) {
  const answer = await fetch(product.url + address, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url },
    body: new URLSearchParams(fields),
  });
  return answer.headers.get("location") ?? `no redirect but ${answer.status}`;
}

const register = (product: Product, name: string, priceId: string) =>
  post(product, `/en/events/${event}?register=1`, {
    firstName: "Hawa",
    lastName: "Soumah",
    email: `${name}@example.org`,
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: name,
    platform: "pc",
    priceId,
    acceptRules: "on",
    acceptTerms: "on",
  });

const read = async (product: Product, address: string) =>
  (await fetch(product.url + address)).text();

const shows = (product: Product, address: string, words: string) =>
  expect.poll(() => read(product, address), { timeout: 10_000 }).toContain(words);

test("what one gives up is offered to the next, taken, and told on the page of the event", async () => {
  const page = `/en/events/${event}`;
  await shows(first, page, "1 place: 1 free.");
  const holder = await register(first, "holder", "free");
  expect(holder).toMatch(/^\/en\/tickets\/[\w-]{32}$/);
  const waiting = await register(second, "waiting", "paid");
  await shows(second, waiting, "You are in position 1.");
  await shows(first, page, "1 place: 1 confirmed, none free.");
  await shows(second, page, "1 person is on the waiting list.");

  expect(await post(second, holder, { intent: "give-up", email: "holder@example.org" })).toBe(
    holder,
  );
  await shows(first, waiting, "A place is offered to you");
  await shows(second, page, "1 place: 1 offered to the waiting list, none free.");

  const payment = await post(first, waiting, { intent: "accept" });
  expect(payment).toMatch(/^\/en\/payments\/[\w-]{32}$/);
  expect(await post(second, waiting, { intent: "accept" })).toBe(payment);
  await shows(second, waiting, "Awaiting payment");
  await shows(first, page, "1 place: 1 awaiting payment, none free.");
}, 60_000);
