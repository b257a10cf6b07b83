import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../support/product.ts";

// Many registrations from one address, as they reach the product: an attack, a crowd, a proxy that nobody
// told us of.

const EVENT = "01930000-0000-7000-8000-000000002001";

let n = 0;
/** Where a form leads that is sent by somebody new; or what was answered instead. */
async function register(product: Product, headers: Record<string, string> = {}) {
  const who = ++n;
  const answer = await fetch(`${product.url}/events/${EVENT}?register=1`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: product.url, ...headers },
    body: new URLSearchParams({
      firstName: "Hawa",
      lastName: "Soumah",
      email: `person-${who}@example.org`,
      phone: "622 12 34 56",
      birthDate: "2001-02-03",
      gamertag: `player${who}`,
      platform: "pc",
      priceId: "standard",
      acceptRules: "on",
      acceptTerms: "on",
    }),
  });
  await answer.arrayBuffer();
  return answer.headers.get("location") ?? `no redirect but ${answer.status}`;
}

const crowd = (
  count: number,
  product: Product,
  headers?: (one: number) => Record<string, string>,
) => Promise.all(Array.from({ length: count }, (_, one) => register(product, headers?.(one))));

/** How many places are free, as the page of the event says. */
async function free(product: Product): Promise<number> {
  const page = await (await fetch(`${product.url}/en/events/${EVENT}`)).text();
  return Number(/(\d+) free\./.exec(page)?.[1] ?? 0);
}

const held = (answers: string[]) => answers.filter((to) => to.includes("/payments/")).length;
const listed = (answers: string[]) => answers.filter((to) => to.includes("/tickets/")).length;

describe("a product that sees its visitors", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ PAYMENTS_SIMULATED: "1", TRUST_PROXY: "1" });
  });
  afterAll(() => product?.stop());
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("one address does not take the last places, nor does one /64; the others do", async () => {
    const before = await free(product);
    expect(before).toBe(64);
    const attack = await crowd(40, product, () => from("41.223.7.9"));
    expect([held(attack), listed(attack)]).toEqual([5, 35]);
    const rotating = await crowd(70, product, (one) => from(`2c0f:f248:1:2::${one.toString(16)}`));
    expect([held(rotating), listed(rotating)]).toEqual([5, 65]);
    await expect.poll(() => free(product)).toBe(before - 10);
    const honest = await crowd(54, product, (one) => from(`102.176.${one}.5`));
    expect(held(honest)).toBe(54);
  }, 60_000);

  test("hundreds behind one address are all answered, however often the limit of before", async () => {
    const answers = await crowd(300, product, () => from("196.28.245.10"));
    expect(answers.filter((to) => !to.startsWith("/"))).toEqual([]);
  }, 120_000);
});

describe("a product that was not told of its proxy", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ PAYMENTS_SIMULATED: "1" });
  });
  afterAll(() => product?.stop());

  test("lets the proxy's address limit nobody", async () => {
    const answers = await crowd(20, product, (one) => ({ "x-forwarded-for": `102.176.${one}.5` }));
    expect(held(answers)).toBe(20);
  }, 60_000);

  test("and limits whoever comes without one", async () => {
    const answers = await crowd(12, product);
    expect([held(answers), listed(answers)]).toEqual([5, 7]);
  }, 60_000);
});
