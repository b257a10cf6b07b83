import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { createDatabase, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// Two processes on one PostgreSQL server, with a clock of the test: what is published at a minute of it is seen on
// both a second later, and gone from both a second after its end.

/** It is two minutes to six on the 3rd of May 2031 when the test begins. */
const FROM = Date.UTC(2031, 4, 3, 17, 58, 0);
const since = Date.now();
/** As the processes tell the time: it goes no faster than ours. */
const siteTime = () => FROM + (Date.now() - since);
const SIMULATED_CLOCK = `${new Date(since).toISOString()}/${new Date(FROM).toISOString()}/1`;

const WITHIN_MS = 1_000;
const untilTime = (moment: number) => pause(Math.max(0, moment - siteTime()));
const minuteAfter = (ms: number) => Math.ceil((siteTime() + ms) / 60_000) * 60_000;
const field = (moment: number) => new Date(moment).toISOString().slice(0, 16);

let server: PostgresServer;
let settings: Record<string, string>;
let products: Product[];
let staff: StaffClient;

beforeAll(async () => {
  server = await startPostgres();
  const database = await createDatabase(server);
  settings = {
    ...{ NODE_ENV: "test", SIMULATED_CLOCK, DATABASE_URL: database.url },
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  const first = await startProduct(settings);
  products = [first, await startProduct(settings)];
  staff = await StaffClient.signIn(first.url);
}, 180_000);

afterAll(async () => {
  for (const product of (products ?? []).toReversed()) await product.stop();
  await server?.remove();
});

const read = async (product: Product, path: string) => {
  const answer = await fetch(product.url + path);
  return { status: answer.status, text: await answer.text() };
};

/** Where an article can be come upon, on one process. */
async function placesOf(product: Product, id: string, title: string) {
  const has = async (path: string, words: string) =>
    (await read(product, path)).text.includes(words);
  return {
    page: (await read(product, `/news/${id}`)).status === 200,
    english: (await read(product, `/en/news/${id}`)).status === 200,
    list: await has("/news", title),
    home: await has("/", title),
    feed: await has("/feed.xml", title),
    sitemap: await has("/sitemap.xml", id),
    search: await has("/search?q=zanzibar", `/news/${id}`),
  };
}
const all = (seen: boolean) => ({
  ...{ page: seen, english: seen, list: seen, home: seen, feed: seen, sitemap: seen },
  search: seen,
});
const onBoth = (id: string, title: string) =>
  Promise.all(products.map((product) => placesOf(product, id, title)));

async function publish(title: string, from: number, until: number): Promise<string> {
  const saved = await staff.post("/admin/news/new", {
    ...{ title, excerpt: "Le zanzibar.", content: "Un texte.", category: "Communiqué", tags: "" },
    ...{ published: "scheduled", public_from: field(from), public_until: field(until) },
  });
  expect(saved.status).toBe(302);
  const list = await (await staff.get(`/admin/news?q=${encodeURIComponent(title)}`)).text();
  const id = /\/admin\/news\/([0-9a-f-]{36})/.exec(list)?.[1];
  if (!id) throw new Error("it is not in the list");
  expect(list).toContain("Programmé pour le");
  return id;
}

test("published at a minute and until another: seen and gone on two processes within a second", async () => {
  const from = minuteAfter(15_000);
  const until = from + 60_000;
  const title = "Zanzibar à dix-huit heures";
  const id = await publish(title, from, until);
  // Every page is kept by both processes by then, the page that is not there included.
  expect(await onBoth(id, title)).toEqual([all(false), all(false)]);
  await untilTime(from - 1_500);
  expect(await onBoth(id, title)).toEqual([all(false), all(false)]);
  await untilTime(from + WITHIN_MS);
  expect(await onBoth(id, title)).toEqual([all(true), all(true)]);
  await untilTime(until - 1_500);
  expect((await onBoth(id, title)).map(({ page }) => page)).toEqual([true, true]);
  await untilTime(until + WITHIN_MS);
  expect(await onBoth(id, title)).toEqual([all(false), all(false)]);
}, 240_000);

test("what the moment found stopped is caught up with by the process that starts", async () => {
  const from = minuteAfter(10_000);
  const title = "Zanzibar sans personne";
  const id = await publish(title, from, from + 600_000);
  for (const product of products.toReversed()) await product.stop();
  await untilTime(from + WITHIN_MS);
  products = [await startProduct(settings), await startProduct(settings)];
  // On a busy machine the first pages of a process that has just started take their time.
  const patience = { interval: 1_000, timeout: 30_000 };
  await expect.poll(() => onBoth(id, title), patience).toEqual([all(true), all(true)]);
}, 240_000);
