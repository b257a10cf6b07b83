import { expect, test } from "vitest";
import { MINUTE } from "../values/durations.ts";
import { Buckets } from "./rate-limit.server.ts";

const LIMIT = { count: 10, perMs: 15 * MINUTE };
const START = Date.UTC(2027, 0, 1);

/** How many of `times` tries pass. */
const passed = (buckets: Buckets, caller: string, times: number, now = START) =>
  Array.from({ length: times }, () => buckets.take("try", caller, LIMIT, now)).filter(Boolean)
    .length;

test("a bucket gives what it holds, and one more whenever its time has come", () => {
  const buckets = new Buckets();
  expect(passed(buckets, "a", 12)).toBe(10);
  expect(passed(buckets, "a", 3, START + 1.5 * MINUTE)).toBe(1);
  expect(passed(buckets, "a", 3, START + 4.5 * MINUTE)).toBe(2);
  // Full again, and never more than full.
  expect(passed(buckets, "a", 30, START + 60 * MINUTE)).toBe(10);
});

test("a refused try costs nothing, and nobody pays for another", () => {
  const buckets = new Buckets();
  passed(buckets, "a", 1_000);
  expect(passed(buckets, "a", 1, START + 1.5 * MINUTE)).toBe(1);
  expect(passed(buckets, "b", 12)).toBe(10);
  expect(buckets.take("another form", "a", LIMIT, START)).toBe(true);
});

test("an empty bucket is not washed out of memory by a hundred thousand others", () => {
  const buckets = new Buckets();
  passed(buckets, "victim", 10);
  for (let caller = 0; caller < 100_000; caller++) {
    buckets.take("try", `n${caller}`, LIMIT, START);
    buckets.take("try", `n${caller}`, LIMIT, START);
    expect(buckets.size).toBeLessThanOrEqual(20_000);
  }
  expect(passed(buckets, "victim", 1)).toBe(0);
});

test("what is full again is forgotten before anything else", () => {
  const buckets = new Buckets();
  for (let caller = 0; caller < 15_000; caller++) passed(buckets, `old${caller}`, 5);
  const later = START + 20 * MINUTE;
  for (let caller = 0; caller < 6_000; caller++) passed(buckets, `new${caller}`, 10, later);
  for (const caller of ["new0", "new3000", "new5999"]) {
    expect(passed(buckets, caller, 1, later), caller).toBe(0);
  }
});

test("a clock that is put back keeps nobody out for as long", () => {
  const buckets = new Buckets();
  passed(buckets, "a", 12, START + 24 * 60 * MINUTE);
  expect(passed(buckets, "a", 12)).toBe(10);
  // By less than a bucket takes to fill, which nobody can tell from one that is empty: until it is full at most.
  passed(buckets, "b", 12, START + 5 * MINUTE);
  expect(passed(buckets, "b", 30, START + 20 * MINUTE)).toBe(10);
});
