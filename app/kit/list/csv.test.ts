import { expect, test } from "vitest";
import { csvCell, csvDay, csvMoment, csvPhone } from "./csv.server.ts";

test.each([
  [null, ""],
  ["", ""],
  ["Aïssatou", "Aïssatou"],
  ["un;deux", '"un;deux"'],
  ['dit « "Lion" »', '"dit « ""Lion"" »"'],
  ["deux\nlignes", '"deux\nlignes"'],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("https://example.org";"ici")', `"'=HYPERLINK(""https://example.org"";""ici"")"`],
  ["+224622000001", "'+224622000001"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["a=1", "a=1"],
])("%j is written %j", (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test("dates are written as French spreadsheet programs read them", () => {
  expect(csvDay("2027-03-12")).toBe("12/03/2027");
  expect(csvMoment(new Date("2027-03-12T14:05:59Z"))).toBe("12/03/2027 14:05");
});

test.each([
  ["+224622123456", "224 622 12 34 56"],
  ["+22430123456", "22430123456"],
  ["+33612345678", "33612345678"],
  // What is no number keeps its sign, and is marked as text then.
  ["+cmd|x", "+cmd|x"],
])("the number %s is written %s", (phone, written) => {
  expect(csvPhone(phone)).toBe(written);
  expect(csvCell(csvPhone(phone)).startsWith("'")).toBe(written.startsWith("+"));
});
