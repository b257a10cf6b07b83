import { expect, test } from "vitest";
import { findProviderSideRefunds } from "./provider-side-refunds.operations.server.ts";

const own = {
  id: "ours",
  amount: 500,
  status: "done" as const,
  provider_ref: "R-OURS",
  operator_reference: null,
  recorded_by: null,
  sent_at: new Date(0),
};
const told = (id: string, amount = 500, key?: string) => ({
  id,
  amount,
  currency: "EUR",
  ...(key && { key }),
});
const names = (...args: Parameters<typeof findProviderSideRefunds>) =>
  findProviderSideRefunds(...args).map(({ id }) => id);

test("what we sent is ours, by its number or by our key", () => {
  expect(names([told("R-OURS")], [own])).toEqual([]);
  const sending = { ...own, status: "sending" as const, provider_ref: null };
  expect(names([told("R-1", 500, "ours")], [sending])).toEqual([]);
  expect(names([told("R-OURS"), told("R-2", 300)], [own])).toEqual(["R-2"]);
});

test("what staff returned there and wrote down is not counted twice, under whichever number", () => {
  const byHand = { ...own, provider_ref: null, recorded_by: "somebody", sent_at: null };
  expect(names([told("R-3")], [{ ...byHand, operator_reference: "R-3" }])).toEqual([]);
  expect(names([told("R-3")], [{ ...byHand, operator_reference: "0042" }])).toEqual([]);
  // One that was written down stands for one.
  expect(names([told("R-3"), told("R-4")], [{ ...byHand, operator_reference: "0042" }])).toEqual([
    "R-4",
  ]);
  expect(names([told("R-3"), told("R-4")], [{ ...byHand, operator_reference: "R-4" }])).toEqual([
    "R-3",
  ]);
  expect(names([told("R-3", 499)], [{ ...byHand, operator_reference: "0042" }])).toEqual(["R-3"]);
});

test("while one of ours has no number, what comes without a key is not judged", () => {
  const unknown = { ...own, status: "unknown" as const, provider_ref: null };
  expect(names([told("R-5")], [unknown])).toEqual([]);
  expect(names([told("R-5", 500, "theirs")], [unknown])).toEqual(["R-5"]);
  expect(names([told("R-5")], [{ ...unknown, status: "failed" }])).toEqual(["R-5"]);
  expect(names([told("R-5")], [{ ...unknown, status: "approved", sent_at: null }])).toEqual([
    "R-5",
  ]);
});
