import fc from "fast-check";
import { expect, test } from "vitest";
import { email } from "./email.ts";
import { accountNumber, formatPhone, line, pastDay, phone, toE164 } from "./fields.ts";
import { readPhone, telAddress } from "./phone.ts";

test.each([
  ["622 12 34 56", "+224622123456"],
  ["622123456", "+224622123456"],
  ["0622123456", "+224622123456"],
  ["(+224) 622 12 34 56", "+224622123456"],
  ["+224 622-12-34-56", "+224622123456"],
  ["+224 (0) 622 12 34 56", "+224622123456"],
  ["00224 622.12.34.56", "+224622123456"],
  ["224622123456", "+224622123456"],
  ["664\u202f12\u202f34\u202f56", "+224664123456"],
  ["30 24 12 34", "+22430241234"],
  // Another country's, or none that we know: as typed.
  [" +33 6 12 34 56 78 ", "+33 6 12 34 56 78"],
  ["62212345", "62212345"],
  ["+224 62212345", "+224 62212345"],
  ["+677 12345", "+677 12345"],
  // Less than 8 digits, more than any country has, or no number.
  ["6221234", undefined],
  ["00 622123", undefined],
  ["1234567890123456", undefined],
  ["622+123456", undefined],
  ["call 622123456 now", undefined],
  ["622123456 / 628123456", undefined],
  ["abcdefgh", undefined],
  ["--------", undefined],
  ["", undefined],
])("the phone number %s is stored as %s", (typed, stored) => expect(readPhone(typed)).toBe(stored));

test("what is stored is read as the same number again", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(\+|00)?(224)?0?\d{6,14}$/), (typed) => {
      const stored = readPhone(typed);
      if (stored !== undefined) expect(readPhone(stored)).toBe(stored);
    }),
  );
});

test.each([
  ["622 12 34 56", "+224622123456"],
  ["0622123456", "+224622123456"],
  ["(+224) 622 12 34 56", "+224622123456"],
  ["+33 6 12 34 56 78", "+33612345678"],
  ["62212345", undefined],
])("the account number %s is %s for a machine", (typed, number) =>
  expect(toE164(typed)).toBe(number),
);

test.each([
  ["+224622123456", "+224 622 12 34 56"],
  ["+33612345678", "+33 6 12 34 56 78"],
  ["", ""],
])("%s is read as %s", (stored, words) => expect(formatPhone(stored)).toBe(words));

test("a link dials the digits alone", () => {
  expect(telAddress("+33 (0)6 12.34-56 78")).toBe("tel:+330612345678");
});

test("an account number says whether it is too short or wrong", () => {
  const schema = accountNumber("short", "format");
  const messageFor = (text: string) => schema.safeParse(text).error?.issues[0]?.message;
  expect(messageFor("6221")).toBe("short");
  expect(messageFor("abcdefghij")).toBe("format");
  expect(messageFor("622 12 34 56")).toBeUndefined();
});

test("no text breaks a field", { timeout: 60_000 }, () => {
  const schemas = [phone("a"), accountNumber("a"), email("b"), line(2, "c"), pastDay("d")];
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      for (const schema of schemas) schema.safeParse(text);
    }),
  );
});

test("a birth date says what is wrong with it", () => {
  const words = { unreal: "unreal", toCome: "to come", tooEarly: "too early" };
  const problem = (day: unknown) =>
    pastDay("missing", words).safeParse(day).error?.issues[0]?.message;
  expect(problem("2000-02-29")).toBeUndefined();
  expect(problem("")).toBe("missing");
  expect(problem(undefined)).toBe("missing");
  expect(problem("2001-02-29")).toBe("unreal");
  expect(problem("01/02/2000")).toBe("unreal");
  expect(problem("2999-01-01")).toBe("to come");
  expect(problem("1899-12-31")).toBe("too early");
  // Two digits of a year, as some fields send them.
  expect(problem("0098-05-04")).toBe("too early");
});
