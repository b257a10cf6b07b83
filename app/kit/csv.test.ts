import { expect, test } from "vitest";
import { csvCell } from "./csv.server.ts";

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
