import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fuzzed, formTargets, fuzz, routeTargets } from "../support/fuzz.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// The longer run, with its memory, is `npm run bench -- reliability`.
const REQUESTS = 700;

let product: Product;
const seed = Date.now();

beforeAll(async () => {
  product = await startProduct({
    TRUST_PROXY: "1",
    PAYMENTS_SIMULATED: "1",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
});
afterAll(() => product?.stop());

const noneFailed = ({ failures }: Fuzzed) =>
  expect(failures, `seed ${seed}\n${product.output()}`).toEqual([]);

test("whatever is sent to a form, it is answered, and never by an error of ours", async () => {
  const targets = await formTargets(product.url);
  // A ticket and both pages of a payment are among them.
  expect(targets.map(({ address }) => address)).toEqual(
    expect.arrayContaining(
      ["tickets", "payments", "payments/simulated"].map((page) =>
        expect.stringMatching(`^/${page}/[\\w-]{20,}$`),
      ),
    ),
  );
  const result = await fuzz(product.url, { targets, count: REQUESTS, seed });
  noneFailed(result);
  // The forms really got that far: some were accepted, others refused.
  expect(result.statuses[302]).toBeGreaterThan(20);
  expect(result.statuses[400]).toBeGreaterThan(100);
}, 120_000);

test("whatever is asked of any address, by any method, nobody gets an error of ours", async () => {
  const targets = await routeTargets(product.url);
  const result = await fuzz(product.url, { targets, count: REQUESTS, seed });
  noneFailed(result);
  expect(result.statuses[200]).toBeGreaterThan(50);
}, 120_000);

test("whatever staff send to any screen of the back office, it is no error of ours", async () => {
  const { cookie } = await StaffClient.signIn(product.url);
  // Whoever leaves, or must set up a second factor first, can try nothing more.
  const targets = (await routeTargets(product.url, cookie))
    .filter(({ pattern }) => pattern !== "/admin/logout")
    .map((target) => ({
      ...target,
      intents: target.intents.filter((intent) => intent !== "second-factor"),
    }));
  const result = await fuzz(product.url, { targets, count: REQUESTS, seed, cookie });
  noneFailed(result);
  expect(result.statuses[302]).toBeGreaterThan(20);
  expect(result.statuses[400]).toBeGreaterThan(100);
  const after = await fetch(`${product.url}/admin/audit`, { headers: { cookie } });
  expect(after.url).toBe(`${product.url}/admin/audit`);
}, 180_000);
