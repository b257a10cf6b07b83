import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SimulatorClock } from "../../../../simulators/clock.ts";
import type { DjomySimulator } from "../../../../simulators/djomy/djomy.ts";
import { type Received, receiveNotices } from "../../../../simulators/receiver.ts";
import {
  ATTEMPT,
  DJOMY_KEYS as KEYS,
  START as NOW,
  shortly,
  soon,
  startDjomyAdapter,
} from "../../../../tests/support/operators.ts";
import type { PaymentProvider, ProviderRequest } from "../provider.ts";
import { djomy } from "./djomy.server.ts";

let clock: SimulatorClock;
let simulator: DjomySimulator;
let url: string;
let provider: PaymentProvider;
let stop: () => Promise<void>;

beforeEach(async () => {
  ({ clock, simulator, url, provider, stop } = await startDjomyAdapter());
});
afterEach(() => stop());

async function open(change: Partial<ProviderRequest> = {}): Promise<ProviderRequest> {
  const creation = await provider.create({ ...ATTEMPT, ...change }, soon());
  if (creation.kind !== "redirect") throw new Error(creation.kind);
  return { ...ATTEMPT, ...change, ids: creation.ids };
}
const play = (action: string, choice = "OM") =>
  expect(simulator.play(ATTEMPT.merchantRef, action, choice)).toBe(true);
const opened = () => [...simulator.payments.values()];

describe("a payment is opened", () => {
  test("leads to Djomy's page, with our reference and the number of the wallet that pays", async () => {
    const creation = await provider.create(ATTEMPT, soon());
    const [payment] = opened();
    expect(creation).toEqual({
      kind: "redirect",
      url: `${url}/gateway/${payment?.transactionId}`,
      ids: { transaction: payment?.transactionId },
    });
    expect(payment).toMatchObject({
      amount: 25_000,
      countryCode: "GN",
      payerNumber: "00224622123456",
      merchantPaymentReference: ATTEMPT.merchantRef,
      returnUrl: ATTEMPT.returnUrl,
      allowedPaymentMethods: ["OM", "MOMO", "CARD"],
    });
  });

  test("not without the number of a wallet of Guinea", async () => {
    for (const payerNumber of [null, "+33612345678"]) {
      const creation = await provider.create({ ...ATTEMPT, payerNumber }, soon());
      expect(creation).toEqual({ kind: "rejected", code: "payer-number" });
    }
    expect(opened()).toEqual([]);
  });

  test.each([
    ["a refusal is one for good", { amount: 0 }, "djomy-400"],
    ["a return that is not https", { returnUrl: "http://federation.example/" }, "djomy-422"],
  ])("%s", async (_, change, code) => {
    expect(await provider.create({ ...ATTEMPT, ...change }, soon())).toEqual({
      kind: "rejected",
      code,
    });
  });

  test("wrong keys are a refusal", async () => {
    const stranger = djomy({ ...KEYS, clientSecret: "other" }, url);
    expect(await stranger.create(ATTEMPT, soon())).toEqual({ kind: "rejected", code: "djomy-401" });
    const elsewhere = djomy({ ...KEYS, partnerDomain: "x.example" }, url);
    expect((await elsewhere.create(ATTEMPT, soon())).kind).toBe("rejected");
  });

  test.each(["error-after", "garbage", "cut", "error-before"] as const)(
    "%s: nobody knows whether it exists",
    async (kind) => {
      simulator.faults.add({ on: "create", kind });
      expect(await provider.create(ATTEMPT, soon())).toEqual({ kind: "unknown" });
    },
  );

  test.each(["silence-after", "reset-after", "endless", "slow"] as const)(
    "%s: it gives up in time, without an answer",
    async (kind) => {
      simulator.faults.add({ on: "create", kind });
      const start = performance.now();
      await expect(provider.create(ATTEMPT, shortly())).rejects.toThrow();
      expect(performance.now() - start).toBeLessThan(2000);
    },
  );
});

describe("a payment is asked after", () => {
  test("says what was paid, what reaches us and whose wallet paid", async () => {
    const attempt = await open();
    play("approve");
    expect(await provider.query(attempt, soon())).toEqual({
      state: "paid",
      ids: { ...attempt.ids, operator: opened()[0]?.providerReference },
      charges: [
        {
          txnId: attempt.ids.transaction,
          amount: 25_000,
          currency: "GNF",
          received: 24_375,
          fee: 625,
          payerAccount: "00224622123456",
        },
      ],
    });
  });

  test.each([
    ["open", "pending"],
    ["wait", "processing"],
    ["wrong-pin", "failed"],
    ["refuse", "failed"],
    ["cancel", "cancelled"],
    ["timeout", "expired"],
    ["unknown-status", "pending"],
  ])("after %s it is %s", async (action, state) => {
    const attempt = await open();
    play(action);
    expect((await provider.query(attempt, soon())).state).toBe(state);
  });

  test("another amount and another currency are said as they are", async () => {
    const attempt = await open();
    play("approve-other-amount");
    expect(await provider.query(attempt, soon())).toMatchObject({ charges: [{ amount: 24_500 }] });
    const other = await open();
    play("approve-other-currency");
    expect(await provider.query(other, soon())).toMatchObject({ charges: [{ currency: "XOF" }] });
  });

  test("a success that comes late is one", async () => {
    const attempt = await open();
    for (const action of ["timeout", "approve-late"]) play(action);
    expect((await provider.query(attempt, soon())).state).toBe("paid");
  });

  test("what the operator gave back by hand is no payment", async () => {
    const attempt = await open();
    for (const action of ["approve", "refund"]) play(action);
    expect(await provider.query(attempt, soon())).toMatchObject({
      state: "failed",
      reason: "refunded",
      doubt: "returned",
    });
  });

  test("a number that Djomy does not know is not found", async () => {
    const ids = { transaction: "00000000-0000-4000-8000-000000000000" };
    expect(await provider.query({ ...ATTEMPT, ids }, soon())).toEqual({ state: "not_found" });
  });

  test.each([
    ["error-before", undefined],
    ["rate-limit", undefined],
    ["garbage", "unreadable"],
    ["cut", "unreadable"],
  ] as const)("%s says nothing", async (kind, doubt) => {
    const attempt = await open();
    play("approve");
    simulator.faults.add({ on: "query", kind });
    const answer = await provider.query(attempt, soon());
    expect(answer).toMatchObject({ state: "unknown", ...(doubt && { doubt }) });
    expect(answer.doubt).toBe(doubt);
    expect((await provider.query(attempt, soon())).state).toBe("paid");
  });
});

describe("a call to open it had no answer", () => {
  test("it is found by our reference, and never opened again", async () => {
    simulator.faults.add({ on: "create", kind: "silence-after" });
    await expect(provider.create(ATTEMPT, shortly())).rejects.toThrow();
    const ids = { transaction: opened()[0]?.transactionId };
    expect(await provider.query(ATTEMPT, soon())).toEqual({ state: "pending", ids });
    play("approve");
    expect(await provider.query(ATTEMPT, soon())).toMatchObject({ state: "paid", ids });
    expect(opened()).toHaveLength(1);
  });

  test("it is found behind a hundred others, the next day too", async () => {
    await open();
    for (let n = 0; n < 120; n++) {
      clock.advance(1000);
      await open({ merchantRef: `P-${n}` });
    }
    clock.set(NOW + 22 * 3_600_000);
    expect((await provider.query(ATTEMPT, soon())).state).toBe("expired");
  });

  test("what never reached Djomy is not found, but only once the whole list was read", async () => {
    simulator.faults.add({ on: "create", kind: "silence-before" });
    await expect(provider.create(ATTEMPT, shortly())).rejects.toThrow();
    expect(await provider.query(ATTEMPT, soon())).toEqual({ state: "not_found" });
    simulator.faults.add({ on: "list", kind: "cut" });
    expect(await provider.query(ATTEMPT, soon())).toEqual({ state: "unknown" });
  });
});

describe("tokens", () => {
  test("one serves many calls, and is replaced before it ends", async () => {
    const attempt = await open();
    simulator.faults.add({ on: "auth", kind: "error-before", times: 99 });
    clock.advance(58 * 60_000);
    expect((await provider.query(attempt, soon())).state).toBe("expired");
    clock.advance(61_000);
    await expect(provider.query(attempt, soon())).rejects.toThrow();
    simulator.faults.clear();
    expect((await provider.query(attempt, soon())).state).toBe("expired");
  });

  test("one that is refused is replaced once", async () => {
    const attempt = await open();
    simulator.forgetTokens();
    expect((await provider.query(attempt, soon())).state).toBe("pending");
  });

  test("one that does not come keeps nobody longer than their own time, and the next is given it", async () => {
    simulator.faults.add({ on: "auth", kind: "slow", slowMs: 600 });
    const start = performance.now();
    await expect(provider.query(ATTEMPT, shortly())).rejects.toThrow();
    expect(performance.now() - start).toBeLessThan(580);
    simulator.faults.add({ on: "auth", kind: "error-before", times: 99 });
    expect((await provider.query(ATTEMPT, soon())).state).toBe("not_found");
  });

  test("ten calls at once ask for one", async () => {
    simulator.faults.add({ on: "auth", kind: "slow", slowMs: 100 });
    simulator.faults.add({ on: "auth", kind: "error-before", times: 99 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => provider.query(ATTEMPT, soon())),
    );
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["not_found"]));
  });
});

describe("notices", () => {
  let received: Received[] = [];

  /** What the simulator would send, brought to the adapter. */
  async function deliver(manner: typeof simulator.notices.manner) {
    let attempt = ATTEMPT;
    received = await receiveNotices(async (address) => {
      simulator.notices.manner = manner;
      simulator.notices.address = address;
      attempt = await open();
      play("approve");
      await simulator.notices.deliverDue();
    });
    const check = ({ headers, body }: Received) => provider.verifyNotice(headers, body, soon());
    return { attempt, notices: await Promise.all(received.map(check)) };
  }

  test("a true one says what it is about; twice, it has one key", async () => {
    const { attempt, notices } = await deliver("twice");
    expect(notices).toHaveLength(2);
    expect(notices[0]).toEqual(notices[1]);
    expect(notices[0]).toMatchObject({
      ok: true,
      eventKey: expect.any(String),
      about: { merchantRef: ATTEMPT.merchantRef, ids: attempt.ids },
    });
  });

  test.each(["forged", "cut", "re-encoded"] as const)("one that is %s is none", async (manner) => {
    expect((await deliver(manner)).notices).toEqual([{ ok: false }]);
  });

  test("one under a secret of before is none", async () => {
    await deliver("once");
    const [notice] = received;
    const renewed = djomy({ ...KEYS, clientSecret: "a new secret" }, url);
    if (!notice) throw new Error("no notice came");
    expect(await renewed.verifyNotice(notice.headers, notice.body, soon())).toEqual({ ok: false });
  });
});

test("the list of a period has every charge, and nothing else", async () => {
  await open();
  play("approve");
  await open({ merchantRef: "P-OTHER" });
  const charges = [];
  const day = 24 * 3_600_000;
  for await (const one of provider.list?.(new Date(NOW - day), new Date(NOW + day), soon()) ?? []) {
    charges.push(one);
  }
  expect(charges).toMatchObject([
    { merchantRef: ATTEMPT.merchantRef, charge: { amount: 25_000, currency: "GNF" } },
  ]);
  simulator.faults.add({ on: "list", kind: "garbage" });
  const iterate = async () => {
    for await (const _ of provider.list?.(new Date(NOW), new Date(NOW), soon()) ?? []);
  };
  await expect(iterate()).rejects.toThrow();
});
