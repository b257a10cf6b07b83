import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, type SimulatorClock } from "../../../../simulators/clock.ts";
import type { PayPalSimulator } from "../../../../simulators/paypal/paypal.ts";
import {
  EURO_ATTEMPT as ATTEMPT,
  PAYPAL_KEYS as KEYS,
  START as NOW,
  shortly,
  soon,
  startPayPalAdapter,
} from "../../../../tests/support/operators.ts";
import type { PaymentProvider, ProviderRequest } from "../provider.ts";
import { payPal } from "./paypal.server.ts";

const REF = ATTEMPT.merchantRef;
const CAPTURE = `capture:${REF}`;

let clock: SimulatorClock;
let simulator: PayPalSimulator;
let url: string;
let provider: PaymentProvider;
let stop: () => Promise<void>;

beforeEach(async () => {
  ({ clock, simulator, url, provider, stop } = await startPayPalAdapter());
});
afterEach(() => stop());

async function open(change: Partial<ProviderRequest> = {}): Promise<ProviderRequest> {
  const creation = await provider.create({ ...ATTEMPT, ...change }, soon());
  if (creation.kind !== "redirect") throw new Error(creation.kind);
  return { ...ATTEMPT, ...change, ids: creation.ids };
}
async function approve(outcome = "COMPLETED"): Promise<ProviderRequest> {
  const attempt = await open();
  expect(simulator.play(REF, "approve", outcome)).toBe(true);
  return attempt;
}
const capture = (attempt: ProviderRequest, signal = soon(), key = CAPTURE) => {
  if (!provider.capture) throw new Error("it takes no money");
  return provider.capture(attempt, key, signal);
};
const taken = () => simulator.books().filter(({ kind }) => kind === "charge");

describe("an order is opened", () => {
  test("leads to PayPal's page, under our reference, in euros with their cents", async () => {
    const creation = await provider.create(ATTEMPT, soon());
    const [order] = [...simulator.merchant.orders.values()];
    expect(creation).toEqual({
      kind: "redirect",
      url: `${url}/checkoutnow/${order?.id}`,
      ids: { order: order?.id },
    });
    expect(order).toMatchObject({
      money: { units: 1250, currency: "EUR" },
      customId: REF,
      invoiceId: REF,
      returnUrl: ATTEMPT.returnUrl,
      cancelUrl: ATTEMPT.cancelUrl,
    });
  });

  test("pressed again under the same key it is the same order", async () => {
    const first = await open();
    expect((await open()).ids).toEqual(first.ids);
    expect(simulator.merchant.orders.size).toBe(1);
  });

  test("what PayPal refuses, it refuses for good, by its word", async () => {
    const wrong = { ...ATTEMPT, currency: "GNF" as const };
    const code = "CURRENCY_NOT_SUPPORTED";
    expect(await provider.create(wrong, soon())).toEqual({ kind: "rejected", code });
    const stranger = payPal({ ...KEYS, clientSecret: "other" }, url);
    expect((await stranger.create(ATTEMPT, soon())).kind).toBe("rejected");
  });

  test.each(["error-after", "garbage", "cut"] as const)(
    "%s: nobody knows whether it exists",
    async (kind) => {
      simulator.faults.add({ on: "create", kind });
      expect(await provider.create(ATTEMPT, soon())).toEqual({ kind: "unknown" });
    },
  );

  test.each(["silence-after", "reset-before", "endless", "slow"] as const)(
    "%s: it gives up in time",
    async (kind) => {
      simulator.faults.add({ on: "create", kind });
      await expect(provider.create(ATTEMPT, shortly())).rejects.toThrow();
    },
  );

  test("one without its number is not asked for: nobody was sent there", async () => {
    expect(await provider.query(ATTEMPT, soon())).toEqual({ state: "not_found" });
    expect(await capture(ATTEMPT)).toEqual({ state: "not_found" });
  });
});

describe("money is taken", () => {
  test("once the payer agreed, and not before", async () => {
    const attempt = await open();
    expect(await provider.query(attempt, soon())).toMatchObject({
      state: "pending",
      url: expect.stringContaining(url),
    });
    expect((await capture(attempt)).state).toBe("pending");
    simulator.play(REF, "approve");
    expect((await provider.query(attempt, soon())).state).toBe("approved");
    const answer = await capture(attempt);
    const [booking] = taken();
    expect(answer).toEqual({
      state: "paid",
      ids: { order: attempt.ids.order, capture: booking?.captureId },
      charges: [
        { txnId: booking?.captureId, amount: 1250, currency: "EUR", received: 1178, fee: 72 },
      ],
    });
    expect(await provider.query(attempt, soon())).toEqual(answer);
  });

  test.each([
    ["PENDING", "processing"],
    ["DECLINED", "failed"],
  ])("it is judged on the capture: %s in a COMPLETED order is %s", async (outcome, state) => {
    const attempt = await approve(outcome);
    expect((await capture(attempt)).state).toBe(state);
    expect((await provider.query(attempt, soon())).state).toBe(state);
    expect(simulator.merchant.orders.get(attempt.ids.order ?? "")?.status).toBe("COMPLETED");
  });

  test("what waited and was accepted is paid", async () => {
    const attempt = await approve("PENDING");
    await capture(attempt);
    simulator.play(REF, "accept");
    expect((await provider.query(attempt, soon())).state).toBe("paid");
  });

  test("a card that is refused sends the payer back to the same order", async () => {
    const attempt = await approve("INSTRUMENT_DECLINED");
    expect(await capture(attempt)).toMatchObject({
      state: "pending",
      declined: true,
      url: expect.stringContaining(attempt.ids.order ?? "-"),
    });
    simulator.play(REF, "approve");
    expect((await capture(attempt)).state).toBe("paid");
  });

  test("a transaction that is refused is over, by PayPal's word", async () => {
    const attempt = await approve("TRANSACTION_REFUSED");
    const reason = "TRANSACTION_REFUSED";
    expect(await capture(attempt)).toEqual({ state: "failed", reason });
  });

  test.each([
    ["OTHER_AMOUNT", { amount: 1150, currency: "EUR" }],
    ["OTHER_CURRENCY", { amount: 1250, currency: "USD" }],
  ])("%s is said as it is", async (outcome, charge) => {
    expect(await capture(await approve(outcome))).toMatchObject({ charges: [charge] });
  });

  test.each(["error-after", "garbage", "cut"] as const)(
    "%s: it is asked again with the same key, and taken once",
    async (kind) => {
      const attempt = await approve();
      simulator.faults.add({ on: "capture", kind });
      expect((await capture(attempt)).state).toBe("unknown");
      expect((await capture(attempt)).state).toBe("paid");
      expect(taken()).toHaveLength(1);
    },
  );

  test("even another key does not take it twice: the order says that it was taken", async () => {
    const attempt = await approve();
    await capture(attempt);
    expect((await capture(attempt, soon(), "capture:other")).state).toBe("paid");
    expect(taken()).toHaveLength(1);
  });

  test("a key that is at work says nothing", async () => {
    const attempt = await approve();
    simulator.faults.add({ on: "capture", kind: "slow", slowMs: 400 });
    const first = capture(attempt);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await capture(attempt)).toEqual({ state: "unknown" });
    expect((await first).state).toBe("paid");
  });

  test("an order that nobody captured in time is not found", async () => {
    const attempt = await approve();
    clock.advance(6 * HOUR + 1);
    expect(await provider.query(attempt, soon())).toEqual({ state: "not_found" });
    expect(await capture(attempt)).toEqual({ state: "not_found" });
  });

  test("somebody else's order is none of ours, whatever its number", async () => {
    const other = await open({ merchantRef: "P-OTHER" });
    simulator.play("P-OTHER", "approve");
    await capture({ ...other });
    expect(await provider.query({ ...ATTEMPT, ids: other.ids }, soon())).toMatchObject({
      state: "unknown",
      doubt: "unreadable",
    });
  });

  test.each(["garbage", "cut"] as const)(
    "an order of which %s comes is looked at",
    async (kind) => {
      const attempt = await approve();
      simulator.faults.add({ on: "query", kind });
      const answer = await provider.query(attempt, soon());
      expect(answer).toMatchObject({ state: "unknown", doubt: "unreadable" });
    },
  );

  test("what was taken back after a dispute is reversed; what we returned is not", async () => {
    const attempt = await approve();
    await capture(attempt);
    simulator.play(REF, "reverse");
    expect(await provider.query(attempt, soon())).toMatchObject({ charges: [{ reversed: true }] });
  });
});

describe("money goes back", () => {
  const KEY = "0198c0de-0000-7000-8000-000000000001";
  const calls = () => {
    if (!provider.refunds) throw new Error("it returns no money");
    return provider.refunds;
  };
  async function refundOf(amount: number, key = KEY) {
    const txnId = taken()[0]?.captureId ?? "";
    return { key, merchantRef: REF, txnId, amount, currency: "EUR" };
  }
  const returned = () => simulator.books().filter(({ kind }) => kind === "refund");

  test("in parts, each once under its key; the whole is not a dispute", async () => {
    const attempt = await approve();
    await capture(attempt);
    const part = await refundOf(250);
    const first = await calls().send(part, soon());
    expect(first).toEqual({ state: "done", id: expect.any(String) });
    expect(await calls().send(part, soon())).toEqual(first);
    expect(await calls().find({ ...part, id: first.id ?? "" }, soon())).toEqual(first);
    await calls().send(await refundOf(1000, `${KEY}2`), soon());
    expect(returned().map(({ amount }) => amount)).toEqual([250, 1000]);
    const answer = await provider.query(attempt, soon());
    expect(answer).toMatchObject({ state: "paid", charges: [{ amount: 1250 }] });
    expect(answer).not.toMatchObject({ charges: [{ reversed: true }] });
  });

  test.each(["error-after", "garbage", "cut"] as const)(
    "%s: nobody knows, and the same key returns it once",
    async (kind) => {
      await capture(await approve());
      simulator.faults.add({ on: "refund", kind });
      const refund = await refundOf(1250);
      expect(await calls().send(refund, soon())).toEqual({ state: "unknown" });
      expect((await calls().send(refund, soon())).state).toBe("done");
      expect(returned()).toHaveLength(1);
    },
  );

  test("one that waits is asked after by its number", async () => {
    await capture(await approve());
    simulator.merchant.refundStatus = "PENDING";
    const refund = await refundOf(1250);
    const { state, id = "" } = await calls().send(refund, soon());
    expect(state).toBe("pending");
    simulator.play(REF, "fail-refund");
    expect(await calls().find({ ...refund, id }, soon())).toEqual({
      state: "failed",
      id,
      reason: "FAILED",
    });
    simulator.faults.add({ on: "find-refund", kind: "garbage" });
    expect(await calls().find({ ...refund, id }, soon())).toEqual({ state: "unknown" });
  });

  test("more than there is fails for good; money that still waits does not", async () => {
    const attempt = await approve("PENDING");
    await capture(attempt);
    const [order] = [...simulator.merchant.orders.values()];
    const waiting = { ...(await refundOf(1250)), txnId: order?.captures[0]?.id ?? "" };
    expect(await calls().send(waiting, soon())).toEqual({ state: "unknown" });
    simulator.play(REF, "accept");
    expect(await calls().send(await refundOf(1251), soon())).toEqual({
      state: "failed",
      reason: "REFUND_AMOUNT_EXCEEDED",
    });
    expect((await calls().send(await refundOf(1250), soon())).state).toBe("done");
  });

  test("the key lives as long as PayPal keeps it", () => {
    expect(calls().keyLifeMs).toBe(45 * DAY);
  });
});

test("the list of a period has every charge", async () => {
  await capture(await approve());
  await open({ merchantRef: "P-OTHER" });
  const charges = [];
  for await (const one of provider.list?.(new Date(NOW - DAY), new Date(NOW + DAY), soon()) ?? []) {
    charges.push(one);
  }
  expect(charges).toMatchObject([{ merchantRef: REF, charge: { amount: 1250, fee: 72 } }]);
});
