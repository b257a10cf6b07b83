import { expect, test } from "vitest";
import { readStatement } from "./payouts.staff.server.ts";

const open = [
  { id: "a", number: "+224622123456", amount: 25_000, reference: "P-AAA" },
  { id: "b", number: "00224622999999", amount: 15_000, reference: "P-BBB" },
  { id: "c", number: null, amount: 25_000, reference: "P-CCC" },
];
const paid = (text: string) => readStatement(text, open).paid;

test.each([
  ["2026-11-22;622 12 34 56;25 000;MP261122.1234.A12345", "a", "MP2611221234A12345"],
  ["224622123456\t25000,00 FCFA\tCI99887766", "a", "CI99887766"],
  ["622999999 15000 PP240101 22/11/2026 14:05", "b", "PP240101"],
  ['"P-CCC";"25000";"MP1234567"', "c", "MP1234567"],
  ["p-ccc | 25.000 | MP1234567", "c", "MP1234567"],
])("%j pays %s", (line, id, transaction) => {
  expect(readStatement(line, open)).toEqual({ paid: [{ id, transaction }], rest: [] });
});

test.each([
  "622123456;24000;MP1234567",
  "622123457;25000;MP1234567",
  "622123456;25000",
  "622123456;25000;MP1234567;MP7654321",
  "Solde;25000;MP1234567",
  "",
])("%j pays nothing", (line) => {
  expect(paid(line)).toEqual([]);
});

test("what fits two refunds is left to people", () => {
  const twins = [open[0], { ...open[0], id: "twin", reference: "P-TWIN" }].flatMap(
    (one) => one ?? [],
  );
  const line = "622123456;25000;MP1234567";
  expect(readStatement(line, twins as typeof open)).toEqual({ paid: [], rest: [line] });
  const named = "P-TWIN;25000;MP1234567";
  expect(readStatement(named, twins as typeof open).paid).toMatchObject([{ id: "twin" }]);
});

test("a transaction pays once, and a refund is paid once", () => {
  const lines = ["P-AAA;25000;MP1234567", "P-CCC;25000;MP1234567", "P-AAA;25000;MP7654321"];
  const reading = readStatement(lines.join("\r\n"), open);
  expect(reading.paid).toEqual([{ id: "a", transaction: "MP1234567" }]);
  expect(reading.rest).toEqual(lines.slice(1));
});
