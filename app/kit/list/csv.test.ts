import { expect, test } from "vitest";
import { csvAmount, csvCell, csvDay, csvMoment, csvNumber, csvPhone } from "./csv.server.ts";

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
  // Digits that are no amount stay as they are written.
  ["007", '"\t007"'],
  ["1234567890123456", '"\t1234567890123456"'],
  ["12E5", '"\t12E5"'],
  ["12,5", '"\t12,5"'],
  ["1\u202f250", '"\t1\u202f250"'],
  ["FGE-0012", "FGE-0012"],
  ["12/03/2027 14:05", "12/03/2027 14:05"],
  ["224 622 12 34 56", "224 622 12 34 56"],
  // What is counted with is a number, whatever its length.
  [csvNumber(12), "12"],
  [csvNumber("9450.25"), "9450,25"],
  [csvAmount(-1250, "EUR"), "12,50"],
  [csvAmount(120_000_000_000, "GNF"), "120000000000"],
])("%j is written %j", (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test("dates are written as French spreadsheet programs read them", () => {
  expect(csvDay("2027-03-12")).toBe("12/03/2027");
  expect(csvMoment(new Date("2027-03-12T14:05:59Z"))).toBe("12/03/2027 14:05");
});

test.each([
  ["+224622123456", "224 622 12 34 56"],
  ["00224622123456", "224 622 12 34 56"],
  ["+22430123456", "22430123456"],
  ["+33612345678", "33612345678"],
  // What is no number keeps its sign, and is marked as text then.
  ["+cmd|x", "+cmd|x"],
])("the number %s is written %s", (phone, written) => {
  expect(csvPhone(phone)).toBe(written);
  expect(csvCell(csvPhone(phone)).startsWith("'")).toBe(written.startsWith("+"));
});
