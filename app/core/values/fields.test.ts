import fc from "fast-check";
import { expect, test } from "vitest";
import { email } from "./email.ts";
import { formatPhone, line, pastDay, phone, toE164 } from "./fields.ts";

test.each([
  ["622 12 34 56", "+224622123456"],
  ["622123456", "+224622123456"],
  ["+224 622-12-34-56", "+224622123456"],
  ["00224 622.12.34.56", "+224622123456"],
  ["224622123456", "+224622123456"],
  ["664 12 34 56", "+224664123456"],
  ["30 24 12 34", "+22430241234"],
  ["+33 6 12 34 56 78", "+33612345678"],
  ["62212345", undefined],
  ["0622123456", undefined],
  ["call 622123456 now", undefined],
  ["abcdefgh", undefined],
  ["", undefined],
])("%s → %s", (values, stored) => expect(toE164(values)).toBe(stored));

test.each([
  ["+224622123456", "+224 622 12 34 56"],
  ["+33612345678", "+33 6 12 34 56 78"],
  ["", ""],
])("%s is read as %s", (stored, words) => expect(formatPhone(stored)).toBe(words));

test("a phone says whether it is too short or wrong", () => {
  const schema = phone("short", "format");
  const messageFor = (text: string) => schema.safeParse(text).error?.issues[0]?.message;
  expect(messageFor("6221")).toBe("short");
  expect(messageFor("abcdefghij")).toBe("format");
  expect(messageFor("622 12 34 56")).toBeUndefined();
});

test("no text breaks a field", { timeout: 60_000 }, () => {
  const schemas = [phone("a"), email("b"), line(2, "c"), pastDay("d")];
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      for (const schema of schemas) schema.safeParse(text);
    }),
  );
});

test("a day is a real one that has come", () => {
  const fine = (day: string) => pastDay("no").safeParse(day).success;
  expect(fine("2000-02-29")).toBe(true);
  expect(fine("2001-02-29")).toBe(false);
  expect(fine("3000-01-01")).toBe(false);
  expect(fine("1899-12-31")).toBe(false);
  expect(fine("01/02/2000")).toBe(false);
});
