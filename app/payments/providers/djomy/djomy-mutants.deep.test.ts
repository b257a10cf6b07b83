import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noticeOf, signNotice } from "../../../../simulators/djomy/signing.ts";
import type { SignedNotice } from "../../../../simulators/notices.ts";
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
import { ATTEMPT, DJOMY_KEYS, startDjomyAdapter } from "../../../../tests/support/operators.ts";
import { isSignedBy } from "../provider-http.server.ts";
import { djomy, djomyClient } from "./djomy.server.ts";

const OLD_SECRET = "the secret before this one";

describe("Djomy", () => {
  let world: Awaited<ReturnType<typeof startDjomyAdapter>>;
  let operator: Operator;
  let run = 0;
  beforeAll(async () => {
    world = await startDjomyAdapter();
    const { simulator, clock } = world;
    const paymentsOf = (ref: string) =>
      [...simulator.payments.values()].filter((one) => one.merchantPaymentReference === ref);
    operator = {
      play: simulator.play,
      actions: [
        ...([
          ["approve", "OM"],
          ["approve", "MOMO"],
          ["wait", "OM"],
          ["refuse", ""],
        ] as const),
        ...([
          ["cancel", ""],
          ["timeout", ""],
          ["approve-late", ""],
          ["unknown-status", ""],
        ] as const),
        ...([
          ["approve-other-amount", ""],
          ["approve-other-currency", ""],
        ] as const),
      ],
      fault: (on, kind) => simulator.faults.add({ on, kind }),
      clearFaults: () => simulator.faults.clear(),
      booksOf: (ref) => ({
        charges: simulator
          .books()
          .filter(({ merchantReference }) => merchantReference === ref)
          .map(({ transactionId: txnId, amount, currency }) => ({
            txnId,
            amount,
            currency: currency === "FCFA" ? "XOF" : currency,
          })),
        refunded: 0,
        opened: paymentsOf(ref).length,
      }),
      notice(ref, manner): SignedNotice | undefined {
        const [payment] = paymentsOf(ref);
        if (!payment) return undefined;
        const body = JSON.stringify(noticeOf(payment, 2, clock.now()));
        const secret =
          manner === "old"
            ? OLD_SECRET
            : manner === "forged"
              ? "nobody's"
              : DJOMY_KEYS.clientSecret;
        const { headers } = signNotice(secret, body);
        return { headers, body: changed(body, manner) };
      },
    };
  });
  afterAll(() => world.stop());

  const search = (schedules: number, mutation?: Mutation) => {
    run += 1;
    const attemptOf = (seed: number) => ({
      ...ATTEMPT,
      merchantRef: refOf(`P-D${run}`, seed),
      expiresAt: new Date(world.clock.now() + 20 * 60_000),
    });
    // A token of its own each time, so that asking for one can fail too.
    return firstWrong(schedules, (seed) =>
      playSchedule(seed, operator, djomy(DJOMY_KEYS, world.url), attemptOf, mutation),
    );
  };

  test("the true adapter is right after every schedule", { timeout: 120_000 }, async () => {
    expect(await search(60)).toBeUndefined();
  });

  const mutants: Record<string, Mutation> = {
    "opens it again after no answer": {
      provider: (one) => ({
        ...one,
        async create(attempt, signal) {
          const first = await one.create(attempt, signal).catch(() => undefined);
          if (first && first.kind !== "unknown") return first;
          return one.create(attempt, AbortSignal.timeout(3000));
        },
      }),
    },
    "never looks for what had no answer": {
      provider: (one) => ({
        ...one,
        query: async (attempt, signal) =>
          attempt.ids.transaction ? one.query(attempt, signal) : { state: "not_found" },
      }),
    },
    "trusts the address of the return": { trustsReturn: true },
    "takes what reaches us for what was paid": {
      provider: (one) =>
        answering(
          one,
          withCharges((charge) => ({ ...charge, amount: charge.received ?? charge.amount })),
        ),
    },
    "compares what was asked for, not what was taken": {
      provider: (one) =>
        answering(
          one,
          withCharges((charge) => ({ ...charge, amount: ATTEMPT.amount })),
        ),
    },
    "ignores the currency": {
      provider: (one) =>
        answering(
          one,
          withCharges((charge) => ({ ...charge, currency: "GNF" })),
        ),
    },
    "accepts a signature of before": {
      provider: (one) => ({
        ...one,
        async verifyNotice(headers, raw, signal) {
          const signature = headers.get("x-webhook-signature");
          const isOld = isSignedBy(OLD_SECRET, signature, raw);
          return isOld
            ? { ok: true, eventKey: "x", about: {} }
            : one.verifyNotice(headers, raw, signal);
        },
      }),
    },
    "checks the words of a notice, not its bytes": {
      provider: (one) => ({
        ...one,
        async verifyNotice(headers, raw, signal) {
          const text = Buffer.from(raw).toString();
          const words = await Promise.resolve(text)
            .then(JSON.parse)
            .catch(() => undefined);
          const same = words === undefined ? raw : Buffer.from(JSON.stringify(words));
          return one.verifyNotice(headers, same, signal);
        },
      }),
    },
    "takes a status that it does not know for paid": {
      provider: (one) => ({
        ...one,
        async query(attempt, signal) {
          const answer = await one.query(attempt, signal);
          const { transaction } = attempt.ids;
          if (answer.state !== "pending" || !transaction) return answer;
          const path = `/v1/payments/${transaction}/status`;
          const told = await djomyClient(world.url, DJOMY_KEYS).get(
            path,
            AbortSignal.timeout(3000),
          );
          const { status } = (told.json as { data?: { status?: string } })?.data ?? {};
          if (status !== "UNDER_REVIEW") return answer;
          return {
            state: "paid",
            charges: [{ txnId: transaction, amount: 25_000, currency: "GNF" }],
          };
        },
      }),
    },
  };

  test.each(Object.keys(mutants))("one that %s is caught", { timeout: 120_000 }, async (name) => {
    const caught = await search(SCHEDULES, mutants[name]);
    expect(caught?.wrong.length).toBeGreaterThan(0);
  });
});
