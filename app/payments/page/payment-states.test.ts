import { expect, test } from "vitest";
import { payment as english } from "../../i18n/en/payments.ts";
import { payment as french } from "../../i18n/fr/payments.ts";
import {
  isLive,
  isUnanswered,
  NO_ANSWER,
  PAYMENT_STATUSES,
  STOP_ASKED,
} from "../attempts/payments.ts";
import { ORDER_STATUSES } from "../orders/orders.ts";
import { NEXT_LABELS } from "../payment-journal.ts";
import { canPay, PAYMENT_STATES, type PaymentState } from "./payment-states.ts";
import { refreshSeconds, stateOf } from "./payment-view.ts";

const NOW = new Date("2027-03-12T10:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const BOTH = [false, true];

function* everyAttempt() {
  for (const status of PAYMENT_STATUSES) {
    for (const reason of [null, NO_ANSWER, STOP_ASKED]) {
      for (const doubt of [null, "unreadable", "silent"] as const) {
        for (const minutes of [10, -10]) {
          const provider_expires_at = later(minutes);
          const declines = minutes > 0 ? 1 : 0;
          yield { status, reason, doubt, declines, provider_expires_at, created_at: later(-20) };
        }
      }
    }
  }
}

function* everyOrder() {
  for (const status of ORDER_STATUSES) {
    for (const hold of [null, 30, -1]) {
      for (const by_hand of BOTH) {
        for (const owes of status === "confirmed" ? BOTH : [false]) {
          const end = hold === null ? null : later(hold);
          yield { status, by_hand, owes, hold_expires_at: end, hold_cap_at: end && later(60) };
        }
      }
    }
  }
}

const everyCircumstance = BOTH.flatMap((payable) =>
  BOTH.flatMap((isAnnounced) =>
    BOTH.map((hasPart) => ({
      payable,
      isAnnounced,
      hasPart,
      isTakenBack: hasPart,
      isTransferRefused: hasPart,
    })),
  ),
);

/** What the words of the page claim, so that no state says it where it is not so. */
const NOTHING_CHARGED = /Rien n’a (?:encore )?été débité/;
const NOTHING_CAME = /Aucun paiement n’est arrivé/;
const ASKS_AGAIN = /réessayer|recommencer|réessayez/;

test("every state that an order can be in is in the table, and its words are true of it", () => {
  const seen = new Set<PaymentState>();
  const untrue = new Set<string>();
  for (const order of everyOrder()) {
    for (const attempt of [undefined, ...everyAttempt()]) {
      const attempts = attempt ? [attempt] : [];
      for (const circumstances of everyCircumstance) {
        for (const returns of [[], [{ reason: "surplus" as const, isDone: false }]]) {
          const state = stateOf(order, attempts, returns, circumstances, NOW);
          seen.add(state);
          const text = french[`${state}Text`];
          const mayComeYet = attempt !== undefined && isLive(attempt.status);
          const lies =
            // Money may be on its way, or nobody knows: no second payment is offered.
            (canPay(state) && (order.status !== "held" || mayComeYet || attempt?.doubt)) ||
            (canPay(state) && circumstances.isAnnounced) ||
            (ASKS_AGAIN.test(text) && !canPay(state)) ||
            (NOTHING_CHARGED.test(text) &&
              attempt &&
              (attempt.doubt !== null || isUnanswered(attempt) || attempt.status === "unknown")) ||
            (NOTHING_CAME.test(text) && circumstances.hasPart && order.status === "expired") ||
            // The order decides, whatever the operator still waits for.
            (order.status === "cancelled" && state !== "cancelled") ||
            (PAYMENT_STATES[state].isChanging &&
              refreshSeconds(state, [{ created_at: later(-1) }], NOW) === null);
          if (lies) untrue.add(JSON.stringify([state, order.status, attempt?.status]));
        }
      }
    }
  }
  expect([...untrue]).toEqual([]);
  // Only of a test on a site of real money.
  expect([...seen, "testOver"].sort()).toEqual(Object.keys(PAYMENT_STATES).sort());
});

test("every state has a title and a text in both languages, and who is next", () => {
  for (const state of Object.keys(PAYMENT_STATES) as PaymentState[]) {
    for (const words of [french, english]) {
      expect(words[state], state).toMatch(/\S/);
      expect(words[`${state}Text`], state).toMatch(/\S/);
    }
    expect(NEXT_LABELS[PAYMENT_STATES[state].next]).toMatch(/\S/);
  }
});

test("whoever may pay is the one who is next, and money that is being looked for is not asked for twice", () => {
  for (const [state, row] of Object.entries(PAYMENT_STATES)) {
    if (row.canPay) expect(row.next, state).toBe("payer");
    if (row.canChooseDesk) expect(row.canPay, state).toBeUndefined();
    // One page would say both that nothing was charged and that nobody knows.
    if (NOTHING_CHARGED.test(french[`${state as PaymentState}Text`]))
      expect(row.canAsk, state).toBeUndefined();
  }
});
