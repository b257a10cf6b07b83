import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { say } from "../../support/browser/line.ts";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import {
  exampleAddress,
  isOfficeScreen,
  isScreen,
  mappedRoutes,
} from "../../support/browser/site-map.ts";
import { CUTS, cutRead } from "../../support/database/cut-reads.ts";
import { type Fuzzed, formTargets, fuzz, routeTargets } from "../../support/fuzz/fuzz.ts";
import { isDeep, repetitions } from "../../support/fuzz/repetitions.ts";
import { leftOpen, openThings } from "../../support/product/descriptors.ts";
import { type Product, startProduct } from "../../support/product/product.ts";
import { faultsOf } from "../../support/product/shared-site.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// A product that is asked by whoever goes away, by methods that nothing answers and with whatever comes to mind,
// and is then stopped while all kinds of requests hang.

const REQUESTS = repetitions(100, 3_000);

let product: Product;
let staff: StaffClient;
/** Another at each deep run, which its failure names; the same at each commit, which luck shall not fail. */
const seed = isDeep ? Date.now() : 1;
/** Of so few requests there are some of each kind; of many, as many as they should be. */
const atLeast = (share: number) => (isDeep ? REQUESTS * share : 1);

beforeAll(async () => {
  product = await startProduct({
    TRUST_PROXY: "1",
    PAYMENTS_SIMULATED: "1",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  staff = await StaffClient.signIn(product.url);
});
afterAll(() => product?.stop());

const map = await mappedRoutes();
// Signing out would end the session with which the others are asked.
const addressesOf = (some: typeof map) =>
  some.map(({ pattern }) => exampleAddress(pattern)).filter((at) => at !== "/admin/logout");
const routes = addressesOf(map);
/** Screens are all rendered by one hand: some of them stand for the others, unless it is tried in depth. */
const differing = addressesOf(
  map.filter(
    (route, turn) => isDeep || turn % 8 === 0 || !(isScreen(route) || isOfficeScreen(route)),
  ),
);
const STREAMS = [
  "/files/samples/reglement-interieur.pdf",
  "/resources/01930000-0000-7000-8000-000000007001/download",
  "/admin/files/zip?ids=01930000-0000-7000-8000-000000007001",
];

test("no route leaves anything open for a HEAD or for a reader who goes", async () => {
  const { cookie } = staff;
  const ask = async (address: string, method: string) => {
    const headers = { cookie, connection: "close" };
    const answer = await fetch(product.url + address, { method, headers, redirect: "manual" });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  };
  for (const address of STREAMS) expect((await ask(address, "GET")).status, address).toBe(200);
  await pause(500);
  const before = openThings(product.pid, product.dataDir);
  const addresses = [...new Set([...differing, ...STREAMS])].map((address, turn) => ({
    address,
    turn,
  }));
  const faults = await faultsOf(addresses, async ({ address, turn }) => {
    const [get, head] = [await ask(address, "GET"), await ask(address, "HEAD")];
    const cuts = STREAMS.includes(address) ? CUTS : CUTS.slice(turn % 3, (turn % 3) + 1);
    await Promise.all(cuts.map((cut) => cutRead(product.url, address, cut, { cookie })));
    const isRight = head.status === get.status && head.bytes === 0;
    return isRight ? undefined : `HEAD ${address}: ${head.status} instead of ${get.status}`;
  });
  expect(faults).toEqual([]);
  expect(await leftOpen(product, before)).toEqual([]);
});

describe("a method that nothing answers", () => {
  const METHODS = ["TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY", "PURGE"];
  const statusOf = async (method: string, address: string) => {
    const host = new URL(product.url).host;
    const head = `${method} ${address} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`;
    const line = await say(
      product,
      `${head}cookie: ${staff.cookie}\r\norigin: ${product.url}\r\n\r\n`,
    );
    const [first] = (await once(line, "data")) as [Buffer];
    line.destroy();
    return {
      status: Number(/^HTTP\/1.1 (\d+)/.exec(String(first))?.[1]),
      allow: /^allow: (.*)\r$/im.exec(String(first))?.[1],
    };
  };

  test("is refused at every address, and it is said what is not", async () => {
    const others = ["/healthz", "/pictures/logo.svg", STREAMS[0] ?? "", "/a.php"];
    const attempts = [...routes, ...others].map((address, turn) => ({
      address,
      method: METHODS[turn % METHODS.length] ?? "",
    }));
    const faults = await faultsOf(attempts, async ({ address, method }) => {
      const { status, allow } = await statusOf(method, address);
      const isRight = status === 405 && allow === "GET, HEAD, POST";
      return isRight ? undefined : `${method} ${address}: ${status} ${allow}`;
    });
    expect(faults).toEqual([]);
    expect((await statusOf("TRACK", "/")).status).toBe(400);
  });

  test("a screen that takes nothing says so, and so does what only takes", async () => {
    expect(await statusOf("POST", "/about")).toEqual({ status: 405, allow: "GET, HEAD" });
    expect(await statusOf("POST", "/files/samples/reglement-interieur.pdf")).toEqual({
      status: 405,
      allow: "GET, HEAD",
    });
    expect(await statusOf("GET", "/admin/files/upload")).toEqual({ status: 405, allow: "POST" });
  });
});

const noneFailed = ({ failures }: Fuzzed) =>
  expect(failures, `seed ${seed}\n${product.output()}`).toEqual([]);

test("whatever is sent to a form, it is answered, and never by an error of ours", async () => {
  const targets = await formTargets(product.url);
  // A ticket and both pages of a payment are among them. The same person asks in both languages at once: which of
  // them the payment is begun in, is the first's to say.
  expect(targets.map(({ address }) => address)).toEqual(
    expect.arrayContaining(
      ["tickets", "payments", "payments/simulated"].map((page) =>
        expect.stringMatching(`^(?:/en)?/${page}/[\\w-]{20,}$`),
      ),
    ),
  );
  const result = await fuzz(product.url, { targets, count: REQUESTS, seed });
  noneFailed(result);
  // The forms really got that far: some were accepted, others refused.
  expect(result.statuses[302]).toBeGreaterThanOrEqual(atLeast(1 / 35));
  expect(result.statuses[400]).toBeGreaterThanOrEqual(atLeast(1 / 8));
}, 120_000);

test("whatever is asked of any address, by any method, nobody gets an error of ours", async () => {
  const targets = await routeTargets(product.url);
  const result = await fuzz(product.url, { targets, count: REQUESTS, seed });
  noneFailed(result);
  expect(result.statuses[200]).toBeGreaterThanOrEqual(atLeast(1 / 20));
}, 120_000);

test("whatever staff send to any screen of the back office, it is no error of ours", async () => {
  const { cookie } = staff;
  // Whoever leaves, or must set up a second factor first, can try nothing more.
  const targets = (await routeTargets(product.url, cookie))
    .filter(({ pattern }) => pattern !== "/admin/logout")
    .map((target) => ({
      ...target,
      intents: target.intents.filter((intent) => intent !== "second-factor"),
    }));
  const result = await fuzz(product.url, { targets, count: REQUESTS, seed, cookie });
  noneFailed(result);
  expect(result.statuses[302]).toBeGreaterThanOrEqual(atLeast(1 / 35));
  expect(result.statuses[400]).toBeGreaterThanOrEqual(atLeast(1 / 8));
  const after = await fetch(`${product.url}/admin/audit`, { headers: { cookie } });
  expect(after.url).toBe(`${product.url}/admin/audit`);
}, 180_000);

test("a stop comes to its end within five seconds, whatever hangs, and closes the database", async () => {
  const { host } = new URL(product.url);
  const post = (address: string, more = "") =>
    `POST ${address} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\n${more}content-length: 1000\r\n\r\nemail=`;
  const own = `cookie: ${staff.cookie}\r\norigin: ${product.url}\r\n`;
  for (const words of [
    post("/newsletter"),
    post("/admin/news/new", own),
    post("/admin/files/upload?filename=a.txt", own),
    "POST /newsletter HTTP/1.1\r\nhost:",
    "CONNECT x HTTP/1.1\r\nhost: x\r\n\r\n",
    "",
  ]) {
    await say(product, words);
  }
  await pause(300);
  const began = performance.now();
  process.kill(product.pid, "SIGTERM");
  const code = await product.ended;
  // On a busy machine a promise of five seconds may take longer to keep.
  expect(performance.now() - began).toBeLessThan(isDeep ? 5_000 : 10_000);
  expect(code).toBe(0);
  expect(product.output()).not.toContain("not closed");
  // What PostgreSQL writes down last of all, at a place that its own tools read: shut down.
  const control = readFileSync(join(product.dataDir, "database/global/pg_control"));
  expect(control.readInt32LE(16)).toBe(1);
}, 60_000);
