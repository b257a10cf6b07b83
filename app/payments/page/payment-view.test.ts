import { expect, test } from "vitest";
import {
  DISCREPANCIES,
  type Discrepancy,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "../attempts/payments.ts";
import type { OrderStatus } from "../orders/orders.ts";
import { canPay } from "./payment-states.ts";
import { refreshSeconds, stateOf } from "./payment-view.ts";

const NOW = new Date("2027-03-12T10:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const order = (status: OrderStatus, holdMinutes?: number, by_hand = false) => ({
  status,
  by_hand,
  owes: false,
  hold_expires_at: holdMinutes === undefined ? null : later(holdMinutes),
  hold_cap_at: holdMinutes === undefined ? null : later(60),
});
const attempt = (status: PaymentStatus, minutesAgo = 1, declines = 0) => ({
  status,
  created_at: later(-minutesAgo),
  declines,
  doubt: null as Discrepancy | null,
  reason: null as string | null,
  provider_expires_at: later(15 - minutesAgo),
});
const surplus = { reason: "surplus" as const, isDone: false };
const state = (
  status: OrderStatus,
  attempts: PaymentStatus[] = [],
  {
    hold,
    returns = [],
    payable = true,
  }: { hold?: number; returns?: (typeof surplus)[]; payable?: boolean } = {},
) =>
  stateOf(
    order(status, hold),
    attempts.map((one) => attempt(one)),
    returns,
    { payable },
    NOW,
  );

test.each([
  ["held", [], "toPay"],
  ["held", ["created"], "starting"],
  ["held", ["initiating"], "starting"],
  ["held", ["pending"], "waiting"],
  ["held", ["processing", "failed"], "checking"],
  ["held", ["failed"], "refused"],
  ["held", ["cancelled"], "stopped"],
  ["held", ["expired"], "timedOut"],
  ["held", ["unknown"], "unreached"],
  ["held", ["review"], "mismatch"],
  // The one that can be paid now counts, not the newest.
  ["held", ["unknown", "pending"], "waiting"],
  ["confirmed", ["succeeded"], "paid"],
  ["paid_unfulfilled", ["succeeded"], "noPlace"],
  ["expired", ["pending"], "expired"],
  ["held", ["succeeded"], "toPay"],
  ["held", ["disputed"], "toPay"],
  ["cancelled", ["pending"], "cancelled"],
  ["refunded", ["refunded"], "refunded"],
] as const)("an order that is %s with attempts %s: %s", (status, attempts, expected) => {
  expect(state(status, [...attempts])).toBe(expected);
});

test("after a refused transfer the page does not answer with the end of an older attempt", () => {
  const after = (status: PaymentStatus) =>
    stateOf(
      order("held", 30),
      [attempt(status)],
      [],
      { payable: true, isTransferRefused: true },
      NOW,
    );
  for (const status of ["failed", "cancelled", "expired"] as const)
    expect(after(status), status).toBe("toPay");
  // Nobody knows whether it was charged, and its payer goes on reading that.
  expect(after("unknown")).toBe("unreached");
  expect(after("pending")).toBe("waiting");
});

test("a test that waits on a site of real money is over, and one that has its end keeps it", () => {
  const over = (status: OrderStatus, attempts: PaymentStatus[] = []) =>
    stateOf(
      order(status),
      attempts.map((one) => attempt(one)),
      [],
      { payable: false, isOver: true },
      NOW,
    );
  expect(over("held", ["expired"])).toBe("testOver");
  expect(canPay("testOver")).toBe(false);
  expect(over("confirmed", ["succeeded"])).toBe("paid");
  expect(over("expired")).toBe("expired");
});

test("what was declined is said, and leads to the same payment again", () => {
  const declined = stateOf(order("held"), [attempt("pending", 1, 1)], [], { payable: true }, NOW);
  expect(declined).toBe("declined");
  expect(canPay(declined)).toBe(false);
  expect(refreshSeconds(declined, [attempt("pending", 1, 1)], NOW)).toBe(10);
});

test.each([
  ["in its last minutes", 5, "unavailable"],
  ["once its time is over", -1, "expired"],
] as const)(
  "an order that is paid by hand says so %s, and is not reloaded",
  (_name, hold, expected) => {
    const byHand = { ...order("held", hold, true), hold_cap_at: later(hold) };
    for (const attempts of [[], [attempt("failed")]]) {
      const said = stateOf(byHand, attempts, [], { payable: true }, NOW);
      expect(said).toBe(expected);
      expect(refreshSeconds(said, attempts, NOW)).toBeNull();
    }
    // Somebody may be paying online all the same.
    expect(stateOf(byHand, [attempt("pending")], [], { payable: true }, NOW)).toBe("waiting");
  },
);

test("paid twice is said", () => {
  expect(state("confirmed", ["succeeded"], { returns: [surplus] })).toBe("paidTwice");
});

test("nobody who takes payments: it is paid at the federation, and no button is shown", () => {
  expect(state("held", [], { payable: false })).toBe("unavailable");
  expect(canPay("unavailable")).toBe(false);
});

test("a hold that is over is being checked, until the job ends it", () => {
  expect(state("held", [], { hold: 10 })).toBe("toPay");
  expect(state("held", [], { hold: 0 })).toBe("checking");
});

test("the pay button shows exactly when another attempt may begin", () => {
  const withButton = PAYMENT_STATUSES.filter((status) => canPay(state("held", [status])));
  expect(withButton).not.toContain("pending");
  expect(withButton).toEqual(
    expect.arrayContaining(["unknown", "failed", "cancelled", "expired", "review"]),
  );
  for (const live of ["created", "initiating", "pending", "processing"]) {
    expect(withButton).not.toContain(live);
  }
});

test("a page that waits looks again, less and less often; one that is settled does not", () => {
  const wait = (minutesAgo: number) =>
    refreshSeconds("waiting", [attempt("pending", minutesAgo)], NOW) ?? 0;
  expect([0, 1, 3, 20].map(wait)).toEqual([4, 10, 30, 60]);
  expect(refreshSeconds("paid", [attempt("succeeded")], NOW)).toBeNull();
  expect(refreshSeconds("toPay", [], NOW)).toBeNull();
  // An operator that did not answer in time may have begun the payment all the same.
  expect(refreshSeconds("unreached", [attempt("unknown", 0.5)], NOW)).toBe(5);
  expect(refreshSeconds("unreached", [attempt("unknown", 1)], NOW)).toBeNull();
});

test.each(DISCREPANCIES)(
  "%s: nobody is asked to pay, or for a code, while people look",
  (doubt) => {
    const looked = [{ ...attempt("processing"), doubt }];
    for (const status of ["held", "expired"] as const) {
      const expected = doubt === "silent" ? "unanswered" : "examined";
      expect(stateOf(order(status, 9), looked, [], { payable: true }, NOW)).toBe(expected);
    }
    expect(stateOf(order("confirmed"), looked, [], { payable: true }, NOW)).toBe("paid");
  },
);

test("what was given and is not paid any more is due, whatever was begun for it", () => {
  const owing = { ...order("confirmed"), owes: true };
  expect(stateOf(owing, [attempt("succeeded")], [surplus], { payable: true }, NOW)).toBe("owing");
  expect(canPay("owing")).toBe(false);
});
