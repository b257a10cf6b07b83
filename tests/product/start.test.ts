import { expect, test } from "vitest";
import { startProduct } from "../support/product.ts";

/** What a start that fails says. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const error = await startProduct(settings).then(
    async (product) => {
      await product.stop();
      return new Error("it started");
    },
    (reason: Error) => reason,
  );
  return error.message.replace("the product ended: ", "").trim();
}

test("a wrong setting is one clear line that names it", async () => {
  const message = await refusal({ PUBLIC_URL: "not an address" });
  expect(message).toMatch(/^[^\n]*PUBLIC_URL[^\n]*$/);
});

test("a second process on the same data folder is one clear line, and harms nothing", async () => {
  const first = await startProduct();
  try {
    expect(await refusal({ DATA_DIR: first.dataDir })).toMatch(/^[^\n]*déjà utilisé[^\n]*$/);
    expect((await fetch(first.url)).status).toBe(200);
  } finally {
    await first.stop();
  }
}, 60_000);

test("a port in use is one clear line", async () => {
  const first = await startProduct();
  try {
    const port = new URL(first.url).port;
    expect(await refusal({ PORT: port, DATA_DIR: `${first.dataDir}-other` })).toMatch(
      /^[^\n]*PORT[^\n]*$/,
    );
  } finally {
    await first.stop();
  }
}, 60_000);

test("a stop finishes what is under way and gives the data folder back", async () => {
  const product = await startProduct();
  const request = fetch(`${product.url}/events`).catch(() => ({ status: 0 }));
  await product.stop();
  expect((await request).status).toBeOneOf([200, 0]);
  expect(product.output()).not.toContain("database not closed");
}, 60_000);
