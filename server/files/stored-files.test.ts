import { expect, test } from "vitest";
import { parseRange } from "./stored-files.ts";

test.each([
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=4-", { start: 4, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=0-99", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=5-2", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=0-1,4-5", undefined],
  ["bytes=-", undefined],
  [undefined, undefined],
])("%s of ten bytes", (header, expected) => expect(parseRange(header, 10)).toEqual(expected));
