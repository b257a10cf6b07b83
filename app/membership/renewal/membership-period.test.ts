import { expect, test } from "vitest";
import {
  dayAfter,
  daysLeft,
  endWithoutLastPayment,
  hasLapsed,
  MEMBERSHIP_DAYS,
  mayRemind,
  membershipPeriod,
  nearEnd,
} from "./membership-period.ts";

const active = (membership_end: string | null) =>
  ({ status: "active", membership_end, lapsed_on: null }) as const;

test("days are counted from the last one, across months and leap years", () => {
  expect(daysLeft("2028-02-28", "2028-03-01")).toBe(2);
  expect(daysLeft("2027-03-01", "2027-03-01")).toBe(0);
  expect(daysLeft("2027-03-31", "2027-03-01")).toBe(-30);
  expect(dayAfter("2027-12-31", 1)).toBe("2028-01-01");
});

test("near its end is 30 days on either side; without an end there is none", () => {
  expect(nearEnd(active("2027-03-31"), "2027-03-01")).toBe(30);
  expect(nearEnd(active("2027-04-01"), "2027-03-01")).toBeUndefined();
  expect(nearEnd(active(null), "2027-03-01")).toBeUndefined();
});

test("only what time ended has lapsed: neither a renewal nor a decision of staff", () => {
  const over = { status: "expired", membership_end: "2027-03-01" } as const;
  expect(hasLapsed({ ...over, lapsed_on: "2027-03-02" })).toBe(true);
  expect(hasLapsed({ ...over, lapsed_on: null })).toBe(false);
  // It lapsed a year ago, was begun again, and staff ended it.
  expect(hasLapsed({ ...over, lapsed_on: "2026-03-02" })).toBe(false);
  expect(nearEnd({ ...over, lapsed_on: "2027-03-02" }, "2027-03-31")).toBe(-30);
  expect(nearEnd({ ...over, lapsed_on: null }, "2027-03-31")).toBeUndefined();
});

test("whoever is not to be reminded is not", () => {
  const member = { ...active("2027-03-05"), reminders_off: false };
  expect(mayRemind(member, "2027-03-01")).toBe(true);
  expect(mayRemind({ ...member, reminders_off: true }, "2027-03-01")).toBe(false);
  expect(mayRemind({ ...member, status: "suspended" }, "2027-03-01")).toBe(false);
});

test("a membership lasts 365 days from the day it is confirmed", () => {
  expect(MEMBERSHIP_DAYS).toBe(365);
  expect(membershipPeriod("2026-03-01")).toEqual({ start: "2026-03-01", end: "2027-03-01" });
  expect(membershipPeriod("2027-06-01")).toEqual({ start: "2027-06-01", end: "2028-05-31" });
});

test("who renews early keeps the days that are left, and loses no more than a year when it is undone", () => {
  const renewed = membershipPeriod("2026-03-01", "2026-03-11");
  expect(renewed).toEqual({ start: "2026-03-01", end: "2027-03-11" });
  expect(endWithoutLastPayment(renewed.end)).toBe("2026-03-11");
  expect(membershipPeriod("2026-03-01", "2026-02-01").end).toBe("2027-03-01");
});
