import { describe, expect, test } from "vitest";
import { ageOn, isDay, isOutside, isYoungerThan, latestBirth, limitsKey } from "./age.ts";

describe("an age on a day", () => {
  test.each([
    ["2008-06-15", "2026-06-14", 17],
    ["2008-06-15", "2026-06-15", 18],
    ["2008-12-31", "2027-01-01", 18],
    ["2010-01-01", "2026-12-31", 16],
    ["2026-06-15", "2026-06-15", 0],
    // On 29 February: a day later in years that have none.
    ["2008-02-29", "2026-02-28", 17],
    ["2008-02-29", "2026-03-01", 18],
    ["2008-02-29", "2028-02-28", 19],
    ["2008-02-29", "2028-02-29", 20],
  ])("born on %s, on %s: %i", (birth, day, age) => {
    expect(ageOn(birth, day)).toBe(age);
    expect(isYoungerThan(18, birth, day)).toBe(age < 18);
  });

  test("counts alike by birthday and by years, on every day around leap days", () => {
    const days = ["2024-02-28", "2024-02-29", "2024-03-01", "2026-02-28", "2026-03-01"];
    const births = ["2006-02-28", "2006-03-01", "2008-02-28", "2008-02-29", "2008-03-01"];
    for (const day of days) {
      for (const birth of births) {
        expect([birth, day, isYoungerThan(18, birth, day)]).toEqual([
          birth,
          day,
          ageOn(birth, day) < 18,
        ]);
      }
    }
  });

  test("the latest birth of somebody of age, as the script compares it", () => {
    expect(latestBirth(18, "2026-11-22")).toBe("2008-11-22");
    expect(latestBirth(18, "2028-02-29")).toBe("2010-02-29");
  });
});

test("limits count both ends in, and none is none", () => {
  const limits = { min_age: 16, max_age: 20 };
  expect([15, 16, 20, 21].map((age) => isOutside(age, limits))).toEqual([true, false, false, true]);
  expect(isOutside(3, { min_age: null, max_age: null })).toBe(false);
  expect(limitsKey(limits)).toBe("between");
  expect(limitsKey({ min_age: 16, max_age: null })).toBe("from");
  expect(limitsKey({ min_age: null, max_age: 12 })).toBe("upTo");
  expect(limitsKey({ min_age: null, max_age: null })).toBeUndefined();
});

test.each(["2026-02-28", "2028-02-29", "1900-01-01", "2999-12-31"])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  "2026-02-30",
  "2027-02-29",
  "2026-13-01",
  "0000-01-01",
  "9999-01-01",
  "2026-1-1",
  " ",
  "",
])("'%s' is none", (text) => {
  expect(isDay(text)).toBe(false);
});
