import { expect, test } from "vitest";
import { sampleEvents } from "./events.samples.ts";
import {
  DEFAULT_EVENT_PRICE,
  DEFAULT_PACKAGE,
  isChoosable,
  listOffers,
  mustWait,
  type PriceOption,
  priceOptions,
} from "./events.ts";

const now = new Date("2030-01-01T12:00:00Z");
const option = (values: Partial<PriceOption> = {}): PriceOption => ({
  ...DEFAULT_PACKAGE,
  package_id: "p",
  taken: 0,
  ...values,
});
const event = (prices: PriceOption[] | null, max: number | null = null, current = 0) => ({
  prices,
  price: 5_000,
  max_participants: max,
  current_participants: current,
});
const statesOf = (prices: PriceOption[]) =>
  listOffers(event(prices), now).map(({ state }) => state);

test("a package can be chosen until its end, and while it has a place", () => {
  expect(
    statesOf([
      option(),
      option({ quota: 2, taken: 1 }),
      option({ quota: 2, taken: 2 }),
      option({ ends_at: new Date("2030-01-01T12:00:01Z") }),
      option({ ends_at: now }),
      option({ ends_at: now, quota: 1, taken: 1 }),
    ]),
  ).toEqual(["open", "open", "soldOut", "open", "ended", "ended"]);
});

test("what is left of a package is never more than what is left of its event", () => {
  const lefts = (max: number | null, current: number) =>
    listOffers(event([option({ quota: 9, taken: 2 }), option()], max, current), now).map(
      ({ left }) => left,
    );
  expect(lefts(null, 2)).toEqual([7, null]);
  expect(lefts(10, 2)).toEqual([7, null]);
  expect(lefts(10, 6)).toEqual([4, null]);
});

test("the one price of an event has neither", () => {
  expect(listOffers(event(null), now)).toMatchObject([
    { id: "standard", amount: 5_000, package_id: null, state: "open", left: null },
  ]);
  expect(listOffers(event([]), now)).toEqual([]);
});

test("one waits where the event is full or every package is, and not for one that is over", () => {
  const soldOut = option({ quota: 1, taken: 1 });
  const over = option({ ends_at: now });
  const waits = (prices: PriceOption[], max?: number, current?: number) => {
    const sold = event(prices, max, current);
    return mustWait(sold, listOffers(sold, now));
  };
  expect(waits([soldOut, option()])).toBe(false);
  expect(waits([soldOut, over])).toBe(true);
  expect(waits([option()], 3, 3)).toBe(true);
  const [first, second] = listOffers(event([soldOut, over]), now);
  expect(first && [isChoosable(first, false), isChoosable(first, true)]).toEqual([false, true]);
  expect(second && isChoosable(second, true)).toBe(false);
});

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

test("what the samples promise comes true: a lower price ends before the event and has its own places, a course of two days has a second", () => {
  const samples = sampleEvents(now);
  for (const { date, prices, max_participants } of samples) {
    for (const { quota, ends_at, taken } of prices ?? []) {
      if (ends_at) expect(ends_at.toISOString() < date).toBe(true);
      if (quota) expect(taken < quota && quota < (max_participants ?? 0)).toBe(true);
    }
  }
  const early = samples.flatMap(({ prices }) => prices?.[0] ?? []).find(({ quota }) => quota);
  expect(early).toMatchObject({ id: "early-bird", ends_at: new Date("2030-01-12T23:59:00Z") });
  const course = samples.find(({ category }) => category === "Formation");
  expect(course).toMatchObject({ date: "2030-02-02", end_date: "2030-02-03" });
});
