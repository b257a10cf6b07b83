import { expect, test } from "vitest";
import { buildTimeline } from "./payment-view.ts";

const at = (minute: number) => new Date(Date.UTC(2030, 2, 1, 12, minute));
const order = { created_at: at(0), price_amount: 25_000, price_currency: "XOF" as const };
const nothing = { order, attempts: [], ledger: [], refunds: [], journal: [] };
const entry = (minute: number, body: Record<string, unknown>) => ({ created_at: at(minute), body });
const refund = {
  amount: 25_000,
  currency: "XOF",
  source: "system",
  replaces: null,
  created_at: at(9),
} as const;

const words = (facts: Partial<Parameters<typeof buildTimeline>[0]>) =>
  buildTimeline({ ...nothing, ...facts }).map(({ what, amount }) => [what, amount]);

test("begins with the order", () => {
  expect(words({})).toEqual([["opened", 25_000]]);
});

test("tells every try, what was taken and what goes back, in the order of it", () => {
  expect(
    words({
      attempts: [
        { provider: "simulated", attempted_at: at(5) },
        { provider: "simulated", attempted_at: at(1) },
        // Written, and never sent: the payer saw nothing of it.
        { provider: "simulated", attempted_at: null },
      ],
      journal: [
        entry(1, { payment: ["created", "pending"], event: "accepted" }),
        entry(2, { payment: ["pending", "failed"], event: "failed" }),
        entry(6, { payment: ["pending", "succeeded"], event: "paid" }),
        entry(6, { order: ["held", "confirmed"] }),
        entry(8, { order: ["confirmed", "cancelled"] }),
        entry(9, { corrected: true, by: "somebody" }),
      ],
      ledger: [
        { kind: "charge", amount: 25_000, currency: "XOF", created_at: at(6) },
        { kind: "refund", amount: -25_000, currency: "XOF", created_at: at(30) },
      ],
      refunds: [{ ...refund, status: "done" }],
    }),
  ).toEqual([
    ["opened", 25_000],
    ["begun", undefined],
    ["refused", undefined],
    ["begun", undefined],
    ["charge", 25_000],
    ["confirmed", undefined],
    ["cancelled", undefined],
    ["asked", 25_000],
    ["refund", 25_000],
  ]);
});

test("says nothing of a wish that was withdrawn, nor asks for what a provider returned by itself", () => {
  const external = { ...refund, source: "external", status: "done" } as const;
  expect(words({ refunds: [{ ...refund, status: "withdrawn" }, external] })).toEqual([
    ["opened", 25_000],
  ]);
});

test("money received at the federation was begun nowhere", () => {
  const attempts = [{ provider: "federation", attempted_at: at(3) }];
  const ledger = [{ kind: "charge", amount: 25_000, currency: "XOF", created_at: at(3) }] as const;
  expect(words({ attempts, ledger })).toEqual([
    ["opened", 25_000],
    ["charge", 25_000],
  ]);
});
