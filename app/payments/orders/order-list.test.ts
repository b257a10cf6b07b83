import { expect, test } from "vitest";
import { lastYear, parsePeriod } from "./order-list.ts";

test("a period is read from the address, and what is no day is ignored", () => {
  const read = (search: string) => parsePeriod(new URLSearchParams(search));
  expect(read("from=2027-01-01&to=2027-03-31")).toEqual({ from: "2027-01-01", to: "2027-03-31" });
  expect(read("from=hier&to=2027-13-45")).toEqual({});
  expect(read("from=2026-02-30&to=2027-02-29")).toEqual({});
  expect(read("")).toEqual({});
});

test("twelve months end with this one", () => {
  expect(lastYear("2027-03-12")).toEqual({ from: "2026-04-01", to: "2027-03-12" });
  expect(lastYear("2027-12-31").from).toBe("2027-01-01");
});
