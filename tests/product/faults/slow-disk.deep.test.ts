import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { newDataFolder, type Product, startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// Each write of the disk takes a fifth of a second, and each synchronisation half of one.

const KNOWN = ["/", "/about", "/membership"];
const SYNC_MS = 500;
/** No page may take longer, whatever stands before it in the queue of the embedded database. */
const BOUNDED_MS = 15_000;
const dataDir = newDataFolder();
const flag = join(dataDir, "..", `slow-${process.pid}`);

let product: Product;
let staff: StaffClient;

beforeAll(async () => {
  product = await startProduct({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "../../support/product/slow-fs.mjs")}`,
    SLOW_WHILE: flag,
    TRUST_PROXY: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  staff = await StaffClient.signIn(product.url);
  for (const path of KNOWN) await (await fetch(product.url + path)).text();
}, 60_000);

afterAll(async () => {
  rmSync(flag, { force: true });
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function timed(path: string, init: RequestInit = {}) {
  const began = performance.now();
  const answer = await fetch(product.url + path, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  return { status: answer.status, text, ms: performance.now() - began };
}

const message = (n: number) =>
  timed("/contact", {
    method: "POST",
    headers: { origin: product.url, "x-forwarded-for": `41.77.20.${n}` },
    body: new URLSearchParams({
      name: "Aïssatou Bah",
      email: `slow-${n}@example.org`,
      subject: "Une question",
      message: "Un message assez long pour que le formulaire l’accepte.",
    }),
  });

test("pages that are known come at once, all others in bounded time, and nothing is half", async () => {
  const texts = [1, 2, 3].map((n) => `Ligne ${n} du texte, qui est long.\n`.repeat(10_000));
  writeFileSync(flag, "");
  const messages = Promise.all(Array.from({ length: 8 }, (_, n) => message(n)));
  const uploads = Promise.all(texts.map((body, n) => staff.upload(body, `lent-${n}.txt`)));
  const times: number[] = [];
  let isOver = false;
  const work = Promise.all([messages, uploads]).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const path of KNOWN) {
      const { status, ms } = await timed(path);
      expect(status, path).toBe(200);
      times.push(ms);
    }
    // It was never read before: it waits its turn, or is told that it must wait.
    const other = await timed(`/search?q=lent${times.length}`);
    expect([200, 503]).toContain(other.status);
    expect(other.ms).toBeLessThan(BOUNDED_MS);
  }
  const [told, taken] = await work;
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(250);

  const slowest = Math.max(...told.map(({ ms }) => ms));
  expect(slowest, "the disk really was slow").toBeGreaterThan(SYNC_MS);
  for (const { status, text, ms } of told) {
    expect([302, 503], text).toContain(status);
    expect(ms).toBeLessThan(30_000);
  }
  const health = await (await staff.get("/admin/health")).text();
  expect(health).toContain("le disque ou le serveur est lent");
  rmSync(flag);

  const screen = await (await staff.get("/admin/messages?search=slow-")).text();
  for (const [n, { status }] of told.entries()) {
    expect(screen.includes(`slow-${n}@example.org`)).toBe(status === 302);
  }
  for (const [n, steps] of taken.entries()) {
    const last = steps.at(-1);
    if (!last || !("url" in last)) throw new Error(JSON.stringify(steps));
    expect(await (await staff.get(last.url)).text()).toBe(texts[n]);
  }
  // It recovers by itself.
  const { ms } = await message(99);
  expect(ms).toBeLessThan(2_000);
}, 120_000);
