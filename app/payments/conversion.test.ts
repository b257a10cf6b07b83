import fc from "fast-check";
import { expect, test } from "vitest";
import { type Quote, quote, quoteKey, ratesSchema } from "./conversion.ts";

const XOF = { price_amount: 25_000, price_currency: "XOF" as const };
const rate = {
  from: "XOF" as const,
  to: "GNF" as const,
  rate: "15.4",
  source: "BCRG",
  at: "2027-03-01T00:00:00Z",
};

test("what a provider takes as it is is not converted, whatever the rates", () => {
  const same = quote(XOF, ["GNF", "XOF"], [rate]);
  expect(same).toMatchObject({ charge_amount: 25_000, charge_currency: "XOF", fx_rate: "1" });
});

test("another currency comes with its rate, where it is from and since when", () => {
  const converted = quote(XOF, ["GNF"], [rate]);
  expect(converted).toEqual({
    charge_amount: 385_000,
    charge_currency: "GNF",
    fx_rate: "15.4",
    fx_source: "BCRG",
    fx_at: new Date(rate.at),
  });
  expect(converted && quoteKey(converted)).toBe("385000 GNF");
});

test("euros are charged in cents, rounded half up, and shown by the button in cents too", () => {
  const euros = { ...rate, to: "EUR" as const, rate: "0.001524490" };
  const charge = (price_amount: number, text = euros.rate) =>
    quote({ ...XOF, price_amount }, ["EUR"], [{ ...euros, rate: text }]);
  expect(charge(25_000)).toMatchObject({ charge_amount: 3_811, charge_currency: "EUR" });
  expect(quoteKey(charge(25_000) as Quote)).toBe("3811 EUR");
  // What floating point makes of 1.005 and its like.
  expect(charge(1, "1.005")?.charge_amount).toBe(101);
  expect(charge(3, "0.335")?.charge_amount).toBe(101);
  expect(charge(1, "0.001")?.charge_amount).toBe(1);
});

test("without a rate nothing is charged", () => {
  expect(quote(XOF, ["GNF"], [])).toBeUndefined();
  expect(quote(XOF, [], [rate])).toBeUndefined();
});

test("a charge is a whole number of francs, within half a franc of the rate", () => {
  const decimals = fc.tuple(fc.nat(9_999), fc.nat(999)).map(([a, b]) => `${a}.${b}`);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), decimals, (price_amount, text) => {
      const quoted = quote({ ...XOF, price_amount }, ["GNF"], [{ ...rate, rate: text }]);
      const exact = price_amount * Number(text);
      expect(Number.isInteger(quoted?.charge_amount)).toBe(true);
      expect(quoted?.charge_amount).toBeGreaterThan(0);
      if (exact >= 1)
        expect(Math.abs((quoted?.charge_amount ?? 0) - exact)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test.each(["0x10", "-1", "1e5", "", "1,5", "1.2345678901"])("a rate of %s is refused", (text) => {
  expect(ratesSchema.safeParse([{ ...rate, rate: text }]).success).toBe(false);
});
