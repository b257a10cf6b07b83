import { expect, test } from "vitest";
import { movesOpenFrom } from "./clubs.ts";

const SUMMER = { from: "07-01", to: "08-31" };
const NEW_YEAR = { from: "12-15", to: "01-15" };

test.each([
  [{}, "2027-03-01", undefined],
  [SUMMER, "2027-06-30", "2027-07-01"],
  [SUMMER, "2027-07-01", undefined],
  [SUMMER, "2027-08-31", undefined],
  [SUMMER, "2027-09-01", "2028-07-01"],
  [NEW_YEAR, "2027-12-14", "2027-12-15"],
  [NEW_YEAR, "2027-12-31", undefined],
  [NEW_YEAR, "2028-01-15", undefined],
  [NEW_YEAR, "2028-01-16", "2028-12-15"],
])("moves in %o can be asked for on %s, or from %s", (window, today, from) => {
  expect(movesOpenFrom(window, today)).toBe(from);
});
