import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzzForms } from "../support/fuzz.ts";
import { type Product, startProduct } from "../support/product.ts";

// The longer run, with its memory, is `npm run bench -- reliability`.
const SUBMISSIONS = 500;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY: "1", PAYMENTS_SIMULATED: "1", LOG_LEVEL: "error" });
});
afterAll(() => product?.stop());

test("whatever is sent to a form, it is answered, and never by an error of ours", async () => {
  const seed = Date.now();
  const { statuses, failures } = await fuzzForms(product.url, SUBMISSIONS, seed);
  expect(failures, `seed ${seed}\n${product.output()}`).toEqual([]);
  // The forms really got that far: some were accepted, others refused.
  expect(statuses[302]).toBeGreaterThan(20);
  expect(statuses[400]).toBeGreaterThan(100);
}, 120_000);
