import { expect, test } from "vitest";
import { DEFAULT_EVENT_PRICE, priceOptions } from "./events.ts";

test("an event with a price alone promises nothing but a place", () => {
  for (const [price, amount] of [
    [5_000, 5_000],
    [0, 0],
    [null, DEFAULT_EVENT_PRICE],
  ] as const) {
    const [option, ...others] = priceOptions({ prices: null, price });
    expect(others).toEqual([]);
    expect(option).toMatchObject({ id: "standard", amount, features: [] });
    expect(option?.features_en ?? []).toEqual([]);
  }
  expect(priceOptions({ prices: [], price: 5_000 })).toEqual([]);
});
