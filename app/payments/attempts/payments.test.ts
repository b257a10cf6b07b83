import fc from "fast-check";
import { expect, test } from "vitest";
import { testAll } from "../../../tests/support/fuzz/cases.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { attemptDeadline, prolongedHold } from "../orders/orders.ts";
import {
  eventForAnswer,
  isLive,
  isUnsettled,
  merchantRef,
  nextPollAt,
  nextState,
  PAYMENT_EVENTS,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "./payments.ts";

const anyStatus = fc.constantFrom(...PAYMENT_STATUSES);
const anyEvent = fc.constantFrom(...PAYMENT_EVENTS);
const TAKEN = ["succeeded", "review", "partially_refunded", "refunded", "disputed"];
const isTaken = (status: PaymentStatus) => TAKEN.includes(status);

test("whatever happens after money was taken, the attempt never again says that none was", () => {
  fc.assert(
    fc.property(anyStatus, fc.array(anyEvent, { maxLength: 12 }), (first, events) => {
      let state = first;
      for (const event of events) {
        const next = nextState(state, event);
        if (isTaken(state)) expect(isTaken(next)).toBe(true);
        // What ended without money is left for money alone.
        if (!isUnsettled(state) && next !== state) expect(isTaken(next)).toBe(true);
        state = next;
      }
    }),
  );
});

testAll(PAYMENT_STATUSES)("money that comes while it is %s is never lost", (status) => {
  expect(isTaken(nextState(status, "paid"))).toBe(true);
  expect(isTaken(nextState(status, "mismatch"))).toBe(true);
});

testAll([
  ["created", "called", "initiating"],
  ["initiating", "accepted", "pending"],
  ["initiating", "rejected", "failed"],
  ["initiating", "no_answer", "unknown"],
  ["unknown", "waiting", "pending"],
  ["unknown", "timed_out", "expired"],
  ["pending", "processing", "processing"],
  ["pending", "paid", "succeeded"],
  ["pending", "mismatch", "review"],
  ["processing", "timed_out", "processing"],
  ["processing", "failed", "failed"],
  ["expired", "paid", "succeeded"],
  ["failed", "waiting", "failed"],
  ["succeeded", "failed", "succeeded"],
  ["succeeded", "fully_refunded", "refunded"],
  ["succeeded", "disputed", "disputed"],
] as const)("%s, %s → %s", (from, event, to) => expect(nextState(from, event)).toBe(to));

const NOW = new Date("2027-03-12T10:00:00Z");
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

test("what was to be captured, and is not known there any more, has ended without money", () => {
  const ended = new Date("2027-03-01T10:00Z");
  const later = new Date("2027-03-01T16:40Z");
  const asked = {
    charge_amount: 38_11,
    charge_currency: "EUR" as const,
    redirect_url: null,
    declines: 0,
  };
  const attempt = { ...asked, status: "processing", polls: 3, provider_expires_at: ended } as const;
  const answer = { state: "not_found" } as const;
  const isCaptured = { ...attempt, capture_after: ended };
  expect(nextState("processing", eventForAnswer(isCaptured, answer, later))).toBe("expired");
  // It may be late with its own books.
  expect(eventForAnswer({ ...isCaptured, polls: 2 }, answer, later)).toBe("no_answer");
  expect(eventForAnswer(isCaptured, answer, ended)).toBe("no_answer");
  // Where nothing was ever to be captured, only the provider ends what it is processing.
  const event = eventForAnswer({ ...attempt, capture_after: null }, answer, later);
  expect(nextState("processing", event)).toBe("processing");
});

test("the provider is asked less and less often, then hourly, until nothing is left to learn", () => {
  const attempt = { created_at: NOW, provider_expires_at: minutes(15) };
  const wait = (status: PaymentStatus, polls: number, at: Date) => {
    const next = nextPollAt({ ...attempt, status, polls }, at);
    return next && (next.getTime() - at.getTime()) / 1_000;
  };
  const delays = [0, 1, 2, 3, 4, 5, 6, 7].map((polls) => wait("pending", polls, NOW));
  expect(delays).toEqual([10, 20, 40, 60, 120, 300, 600, 600]);
  expect(wait("pending", 9, minutes(21))).toBe(3_600);
  expect(wait("succeeded", 2, minutes(1))).toBe(3_600);
  // What has ended is asked after for as long as its provider keeps it, less and less often.
  expect(wait("failed", 2, minutes(24 * 60))).toBe(2 * 3_600);
  expect(wait("succeeded", 2, minutes(10 * 24 * 60))).toBe(20 * 3_600);
  expect(wait("expired", 2, minutes(80 * 24 * 60))).toBe(48 * 3_600);
  expect(wait("failed", 2, minutes(90 * 24 * 60))).toBeNull();
  expect(wait("succeeded", 2, minutes(90 * 24 * 60))).toBeNull();
  // Whoever never answered is asked for ever.
  expect(wait("pending", 30, minutes(48 * 60))).toBe(3_600);
});

test("an attempt fits into the hold of its place, and prolongs it up to the cap", () => {
  const hold = (ends: number) => ({ hold_expires_at: minutes(ends), hold_cap_at: minutes(60) });
  expect(attemptDeadline(hold(20), NOW)).toEqual(minutes(15));
  expect(attemptDeadline(hold(0), NOW)).toBeUndefined();
  expect(attemptDeadline({ hold_expires_at: null, hold_cap_at: null }, NOW)).toEqual(minutes(15));
  const order = { hold_expires_at: minutes(20), hold_cap_at: minutes(6) };
  expect(attemptDeadline(order, NOW)).toBeUndefined();
  expect(prolongedHold(hold(20), minutes(15))).toEqual(minutes(20));
  expect(prolongedHold(hold(20), minutes(30))).toEqual(minutes(35));
  expect(prolongedHold(hold(20), minutes(90))).toEqual(minutes(60));
  expect(prolongedHold({ hold_expires_at: null, hold_cap_at: null }, NOW)).toBeNull();
});

test("a reference at the provider is short, plain, and its own", () => {
  const references = Array.from({ length: 200 }, () => merchantRef(newId()));
  for (const reference of references) expect(reference).toMatch(/^P-[0-9A-Z]{26}$/);
  expect(new Set(references).size).toBe(200);
});

test("only attempts that can be paid keep their order from another one", () => {
  expect(PAYMENT_STATUSES.filter(isLive)).toEqual([
    "created",
    "initiating",
    "pending",
    "processing",
  ]);
});
