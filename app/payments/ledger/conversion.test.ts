import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatRate, proportion, type Quote, quote, quoteKey } from "./conversion.ts";

const RATE = { gnf: "9450.25", source: "BCRG", date: "2027-03-01" };
const XOF = { price_amount: 25_000, price_currency: "XOF" as const };
const GNF = { price_amount: 250_000, price_currency: "GNF" as const };

test("what a provider takes as it is is not converted, whatever the rate", () => {
  const same = quote(XOF, ["GNF", "XOF"], RATE);
  expect(same).toMatchObject({ charge_amount: 25_000, charge_currency: "XOF", fx_rate: "1" });
});

test("another currency comes with its rate, where it is from and since when", () => {
  const converted = quote(XOF, ["GNF"], RATE);
  // 25 000 × 9 450.25 / 655.957 = 360 170.33…
  expect(converted).toEqual({
    charge_amount: 360_170,
    charge_currency: "GNF",
    fx_rate: "14.406813251478",
    fx_source: "BCRG",
    fx_at: new Date("2027-03-01T00:00:00Z"),
  });
  expect(converted && quoteKey(converted)).toBe("360170 GNF");
});

test.each([
  ["XOF", "GNF", "fr", "9\u202f450,25\u202fGNF ou 655,957\u202fFCFA", "1\u202f€"],
  ["XOF", "EUR", "fr", "655,957\u202fFCFA", "1\u202f€"],
  ["GNF", "EUR", "fr", "9\u202f450,25\u202fGNF", "1\u202f€"],
  ["GNF", "EUR", "en", "9,450.25\u202fGNF", "€1"],
  ["GNF", "XOF", "en", "9,450.25\u202fGNF or 655.957\u202fFCFA", "€1"],
] as const)(
  "the rate from %s to %s is said per euro, as it was set: %s",
  (from, to, language, amount, unit) => {
    const converted = quote({ price_amount: 25_000, price_currency: from }, [to], RATE) as Quote;
    expect(formatRate(language, from, converted)).toEqual({ amount, unit });
  },
);

test("the rate that is shown leads to the sum that is charged", () => {
  const decimal = (words = "") => words.replace(/[^\d.]/g, "");
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 20_000_000, max: 499_999_999 }).map((whole) => String(whole / 10_000)),
      fc.constantFrom(["XOF", "GNF"], ["GNF", "XOF"], ["GNF", "EUR"] as const),
      (price_amount, gnf, [from, to]) => {
        const price = { price_amount, price_currency: from as "XOF" | "GNF" };
        const converted = quote(price, [to as "EUR"], { ...RATE, gnf }) as Quote;
        const [shown] = formatRate("en", price.price_currency, converted).amount.split(" or ");
        const again = quote(price, [to as "EUR"], { ...RATE, gnf: decimal(shown) });
        expect(again?.charge_amount).toBe(converted.charge_amount);
        if (to !== "EUR") expect(Number(decimal(shown))).toBe(Number(gnf));
      },
    ),
  );
});

describe("every rate follows from the one that is set and from the fixed one", () => {
  test.each([
    ["XOF", 655_957, "EUR", 100_000, "0.001524490172"],
    ["XOF", 25_000, "EUR", 3_811, "0.001524490172"],
    ["XOF", 655_957, "GNF", 9_450_250, "14.406813251478"],
    ["GNF", 9_450_250, "EUR", 100_000, "0.000105817306"],
    ["GNF", 9_450_250, "XOF", 655_957, "0.069411602868"],
    ["GNF", 250_000, "EUR", 2_645, "0.000105817306"],
  ] as const)("%s %i is %s %i", (price_currency, price_amount, to, charge_amount, fx_rate) => {
    const charge = quote({ price_amount, price_currency }, [to], RATE);
    expect(charge).toMatchObject({ charge_amount, charge_currency: to, fx_rate });
  });

  test("the fixed one needs none that is set, and has no day", () => {
    const fixed = quote(XOF, ["EUR"], {});
    expect(fixed).toMatchObject({ charge_amount: 3_811, fx_source: "BCEAO", fx_at: null });
    expect(quoteKey(fixed as Quote)).toBe("3811 EUR");
  });

  test("without one that is set nothing is charged in GNF, nor a price in GNF in anything else", () => {
    expect(quote(XOF, ["GNF"], {})).toBeUndefined();
    expect(quote(GNF, ["EUR", "XOF"], {})).toBeUndefined();
    expect(quote(XOF, [], RATE)).toBeUndefined();
    expect(quote(XOF, ["GNF", "EUR"], {})).toMatchObject({ charge_currency: "EUR" });
  });
});

test("half of the smallest unit counts as one, and nothing is ever free", () => {
  const half = { ...RATE, gnf: "20000" };
  expect(quote({ ...GNF, price_amount: 100 }, ["EUR"], half)?.charge_amount).toBe(1);
  expect(quote({ ...GNF, price_amount: 299 }, ["EUR"], half)?.charge_amount).toBe(1);
  expect(quote({ ...GNF, price_amount: 300 }, ["EUR"], half)?.charge_amount).toBe(2);
  expect(quote({ ...GNF, price_amount: 1 }, ["EUR"], half)?.charge_amount).toBe(1);
});

test("a charge is a whole number, within half a unit of the rate, however large", () => {
  const decimals = fc
    .tuple(fc.integer({ min: 2_000, max: 49_999 }), fc.nat(9_999))
    .map(
      ([a, b]) => [`${a}.${String(b).padStart(4, "0")}`, BigInt(a) * 10_000n + BigInt(b)] as const,
    );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      decimals,
      (price_amount, [gnf, whole]) => {
        const charge =
          quote({ ...XOF, price_amount }, ["GNF"], { ...RATE, gnf })?.charge_amount ?? 0;
        // |charge − price × gnf / 655.957| ≤ ½, without a fraction.
        const off = BigInt(charge) * 6_559_570n - BigInt(price_amount) * whole;
        expect(2n * (off < 0n ? -off : off) <= 6_559_570n).toBe(true);
      },
    ),
  );
});

test("a part of an amount is exact where floating point is not", () => {
  expect(proportion(999_999_999, 999_999_999, 999_999_998)).toBe(1_000_000_000);
  expect(proportion(3, 1, 2)).toBe(2);
  expect(proportion(0, 5, 7)).toBe(0);
});
