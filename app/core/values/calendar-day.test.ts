import { expect, test } from "vitest";
import { isDay } from "./age.ts";

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
