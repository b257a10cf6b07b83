import { expect, test } from "vitest";
import {
  applicationSchema,
  MEMBERSHIP_MS,
  membershipPeriod,
  membershipWithout,
} from "./application-schema.ts";

const values = {
  type: "01930000-0000-7000-8000-000000005001",
  firstName: "Al",
  lastName: "Ba",
  email: "al@example.org",
  phone: "622123456",
  birthDate: "2001-02-03",
  address: "Dixinn, C1",
  city: "Co",
  experience: "beginner",
  games: "F",
  motivation: "m".repeat(50),
  acceptTerms: "on",
};
const fields = Object.keys(values);

test("the shortest that is accepted", () => {
  expect(applicationSchema.safeParse(values).error).toBeUndefined();
});

test("every field has its message", () => {
  const { error } = applicationSchema.safeParse({});
  const messages = error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  expect(messages).toEqual(fields.map((field) => `${field}: validation.membership.${field}`));
});

test.each([
  ["type", "another"],
  ["firstName", "A"],
  ["lastName", " B "],
  ["email", "al@"],
  ["phone", "622123"],
  ["phone", "not a number"],
  ["birthDate", "2999-01-01"],
  ["birthDate", "2001-02-30"],
  ["address", "Dixinn, C"],
  ["city", "C"],
  ["experience", "expert"],
  ["games", "  "],
  ["motivation", "m".repeat(49)],
  ["acceptTerms", "off"],
])("%s '%s' is not", (field, value) => {
  const { error } = applicationSchema.safeParse({ ...values, [field]: value });
  expect(error?.issues.map(({ message }) => message)).toEqual([`validation.membership.${field}`]);
});

test("a membership lasts 365 days from the day it is confirmed", () => {
  expect(MEMBERSHIP_MS).toBe(365 * 86_400_000);
  expect(membershipPeriod("2026-03-01")).toEqual({ start: "2026-03-01", end: "2027-03-01" });
  expect(membershipPeriod("2027-06-01")).toEqual({ start: "2027-06-01", end: "2028-05-31" });
});

test("who renews early keeps the days that are left, and loses no more than a year when it is undone", () => {
  const renewed = membershipPeriod("2026-03-01", "2026-03-11");
  expect(renewed).toEqual({ start: "2026-03-01", end: "2027-03-11" });
  expect(membershipWithout(renewed.end)).toBe("2026-03-11");
  expect(membershipPeriod("2026-03-01", "2026-02-01").end).toBe("2027-03-01");
});
