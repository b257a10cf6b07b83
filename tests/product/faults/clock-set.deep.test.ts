import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, HOUR } from "../../../app/core/values/durations.ts";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { newDataFolder, type Product, startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// Somebody sets the clock of the machine while the product runs, or a bad time server does.

const YEAR = 365 * DAY;
/** The product looks at the clock every five seconds. */
const NOTICED_MS = 12_000;
/** What one address may send in ten minutes. */
const MOST_OF_ONE = 8;
const PAGES = ["/", "/events", "/news", "/membership", "/contact"];

const dataDir = newDataFolder();
const clockFile = join(dataDir, "..", `clock-${process.pid}`);
let product: Product;
let people = 0;
/** Whose mail has left. */
const told: string[] = [];

beforeAll(async () => {
  product = await startProduct({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "../../support/product/set-clock.mjs")}`,
    CLOCK_OFF_BY: clockFile,
    TRUST_PROXY: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
}, 60_000);
afterAll(async () => {
  await product?.stop();
  for (const path of [clockFile, dataDir]) rmSync(path, { recursive: true, force: true });
});

const jumps = () => product.output().split("the clock of the machine was set").length - 1;

/** Sets the clock, and waits until the product has noticed. */
async function setTo(ms: number): Promise<void> {
  const before = offBy;
  offBy = ms;
  if (before === ms) return;
  const noticed = jumps();
  writeFileSync(clockFile, String(ms));
  await expect.poll(jumps, { timeout: NOTICED_MS }).toBeGreaterThan(noticed);
}
let offBy = 0;

async function message(email: string, n = ++people): Promise<number> {
  const answer = await fetch(`${product.url}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url, "x-forwarded-for": `41.77.40.${n % 250}` },
    body: new URLSearchParams({
      name: "Aïssatou Bah",
      email,
      subject: `Question ${n}`,
      message: "Un message assez long pour que le formulaire l’accepte.",
    }),
  });
  await answer.text();
  return answer.status;
}

/** How many mails about a message of somebody have left. */
const mailsTo = (email: string) =>
  readdirSync(join(dataDir, "outbox"))
    .filter((name) => name.endsWith(".eml"))
    .map((name) => readFileSync(join(dataDir, "outbox", name), "latin1"))
    .filter((mail) => new RegExp(`^To: .*${email}`, "m").test(mail)).length;

const untilMailed = (email: string) =>
  expect.poll(() => mailsTo(email), { timeout: 15_000, interval: 250 }).toBe(1);

test.each([
  ["a day ahead", DAY],
  ["a year ahead", YEAR],
  ["an hour back", -HOUR],
  ["a day back", -DAY],
  ["right again", 0],
])(
  "%s: pages answer, what is sent is taken, and its mail leaves once",
  async (name, ms) => {
    const email = `${name.replaceAll(" ", "-")}@example.org`;
    await setTo(ms);
    for (const path of PAGES) expect((await fetch(product.url + path)).status, path).toBe(200);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expect(await message(email)).toBe(302);
    await untilMailed(email);
    told.push(email);
    for (const one of told) expect(mailsTo(one), one).toBe(1);
  },
  60_000,
);

test("a limit that was used up by a clock that was ahead is over when it is right", async () => {
  await setTo(DAY);
  const email = "limited@example.org";
  for (let n = 0; n < MOST_OF_ONE; n++) expect(await message(email)).toBe(302);
  expect(await message(email)).toBe(429);
  await setTo(0);
  expect(await message(email)).toBe(302);
}, 60_000);

test("a session that ended does not come back to life, and signing in works at any time", async () => {
  const isIn = async (client: StaffClient) => (await client.get("/admin/members")).status === 200;
  const first = await StaffClient.signIn(product.url);
  expect(await isIn(first)).toBe(true);
  await setTo(YEAR);
  expect(await isIn(first)).toBe(false);
  const second = await StaffClient.signIn(product.url);
  expect(await isIn(second)).toBe(true);
  await second.post("/admin/logout", {});
  expect(await isIn(second)).toBe(false);
  await setTo(-HOUR);
  // The jobs that look again must have had their turn too.
  await pause(500);
  expect(await isIn(second)).toBe(false);
  expect(await isIn(await StaffClient.signIn(product.url))).toBe(true);
}, 60_000);
