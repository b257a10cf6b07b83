import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answering,
  changed,
  refOf,
  SCHEDULES,
  withCharges,
} from "../../../../tests/support/database/adapter-mutants.ts";
import {
  firstWrong,
  type Mutation,
  type Operator,
  playSchedule,
} from "../../../../tests/support/database/adapter-schedules.ts";
import {
  EURO_ATTEMPT,
  PAYPAL_KEYS,
  startPayPalAdapter,
} from "../../../../tests/support/operators.ts";
import type { PaymentProvider, QueryAnswer } from "../provider.ts";
import { payPalClient } from "./paypal.server.ts";
import { PayPalNotices } from "./paypal-notices.server.ts";

describe("PayPal", () => {
  let world: Awaited<ReturnType<typeof startPayPalAdapter>>;
  let operator: Operator;
  let run = 0;
  beforeAll(async () => {
    world = await startPayPalAdapter();
    const { simulator } = world;
    const ordersOf = (ref: string) =>
      [...simulator.merchant.orders.values()].filter(({ invoiceId }) => invoiceId === ref);
    operator = {
      play: (ref, action, choice) => {
        if (action === "slow refunds") {
          simulator.merchant.refundStatus = choice === "on" ? "PENDING" : "COMPLETED";
          return true;
        }
        return simulator.play(ref, action, choice);
      },
      actions: [
        ...([
          ["approve", "COMPLETED"],
          ["approve", "COMPLETED"],
          ["approve", "PENDING"],
        ] as const),
        ...([
          ["approve", "DECLINED"],
          ["approve", "INSTRUMENT_DECLINED"],
        ] as const),
        ...([
          ["approve", "OTHER_AMOUNT"],
          ["approve", "OTHER_CURRENCY"],
        ] as const),
        ...([
          ["accept", ""],
          ["decline", ""],
          ["unapprove", ""],
        ] as const),
        ...([
          ["finish-refund", ""],
          ["fail-refund", ""],
        ] as const),
        ...([
          ["slow refunds", "on"],
          ["slow refunds", "off"],
        ] as const),
      ],
      fault: (on, kind) => simulator.faults.add({ on, kind }),
      clearFaults: () => simulator.faults.clear(),
      booksOf(ref) {
        const own = simulator.books().filter(({ merchantReference }) => merchantReference === ref);
        const sum = (kind: string) =>
          own.filter((one) => one.kind === kind).reduce((total, { amount }) => total + amount, 0);
        return {
          charges: own
            .filter(({ kind }) => kind === "charge")
            .map(({ captureId: txnId, amount, currency }) => ({ txnId, amount, currency })),
          refunded: sum("refund"),
          opened: ordersOf(ref).length,
        };
      },
      notice(ref, manner) {
        const [order] = ordersOf(ref);
        if (!order) return undefined;
        const resource = { id: order.id, purchase_units: [{ custom_id: ref }] };
        const event = { id: `WH-${ref}`, event_type: "CHECKOUT.ORDER.APPROVED", resource };
        const webhookId = manner === "old" ? "WH-BEFORE" : PAYPAL_KEYS.webhookId;
        const signed = simulator.webhooks.sign(
          JSON.stringify(event),
          manner === "forged",
          webhookId,
        );
        return { ...signed, body: changed(signed.body, manner) };
      },
    };
  });
  afterAll(() => world.stop());

  const search = (schedules: number, mutation?: Mutation) => {
    run += 1;
    const attemptOf = (seed: number) => ({
      ...EURO_ATTEMPT,
      merchantRef: refOf(`P-P${run}`, seed),
    });
    return firstWrong(schedules, (seed) =>
      playSchedule(seed, operator, world.provider, attemptOf, mutation),
    );
  };
  const orderOf = async (id = "") => {
    const client = payPalClient(world.url, PAYPAL_KEYS);
    const { json } = await client.get(`/v2/checkout/orders/${id}`, AbortSignal.timeout(3000));
    return json as
      | {
          status?: string;
          purchase_units?: { payments?: { captures?: { id: string; status: string }[] } }[];
        }
      | undefined;
  };
  const wholly = (id: string): QueryAnswer => ({
    state: "paid",
    charges: [{ txnId: id, amount: EURO_ATTEMPT.amount, currency: "EUR" }],
  });
  const refunding = (
    change: (calls: NonNullable<PaymentProvider["refunds"]>) => Partial<PaymentProvider["refunds"]>,
  ): Mutation => ({
    provider: (one) => ({
      ...one,
      refunds: one.refunds && { ...one.refunds, ...change(one.refunds) },
    }),
  });

  test("the true adapter is right after every schedule", { timeout: 120_000 }, async () => {
    expect(await search(60)).toBeUndefined();
  });

  const mutants: Record<string, Mutation> = {
    "judges the order instead of the capture": {
      provider: (one) => ({
        ...one,
        async query(attempt, signal) {
          const order = await orderOf(attempt.ids.order);
          const id = order?.purchase_units?.[0]?.payments?.captures?.[0]?.id;
          if (order?.status === "COMPLETED" && id) return wholly(id);
          return one.query(attempt, signal);
        },
      }),
    },
    "takes money that waits for money": {
      provider: (one) => ({
        ...one,
        async query(attempt, signal) {
          const order = await orderOf(attempt.ids.order);
          const capture = order?.purchase_units?.[0]?.payments?.captures?.[0];
          if (capture?.status === "PENDING") return wholly(capture.id);
          return one.query(attempt, signal);
        },
      }),
    },
    "returns money under a new key each time": refunding((calls) => ({
      send: (refund, signal) =>
        calls.send({ ...refund, key: `${refund.key}-${performance.now()}` }, signal),
    })),
    "takes no answer for a refund that is done": refunding((calls) => ({
      async send(refund, signal) {
        const answer = await calls
          .send(refund, signal)
          .catch(() => ({ state: "unknown" as const }));
        return answer.state === "unknown" ? { state: "done" } : answer;
      },
    })),
    "takes a refund that waits for one that is done": refunding((calls) => ({
      async send(refund, signal) {
        const answer = await calls.send(refund, signal);
        return answer.state === "pending" ? { ...answer, state: "done" } : answer;
      },
    })),
    "compares what was asked for, not what was taken": {
      provider: (one) =>
        answering(
          one,
          withCharges((charge) => ({ ...charge, amount: EURO_ATTEMPT.amount })),
        ),
    },
    "ignores the currency": {
      provider: (one) =>
        answering(
          one,
          withCharges((charge) => ({ ...charge, currency: "EUR" })),
        ),
    },
    "trusts the address of the return": { trustsReturn: true },
    "takes the webhook's number of before": {
      provider: (one) => ({
        ...one,
        async verifyNotice(headers, raw, signal) {
          const before = new PayPalNotices(world.url, "WH-BEFORE");
          const old = await before.check(headers, raw, signal);
          return old.ok ? old : one.verifyNotice(headers, raw, signal);
        },
      }),
    },
  };

  test.each(Object.keys(mutants))("one that %s is caught", { timeout: 120_000 }, async (name) => {
    const caught = await search(SCHEDULES, mutants[name]);
    expect(caught?.wrong.length).toBeGreaterThan(0);
  });
});
