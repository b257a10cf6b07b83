import { isDay } from "../../core/values/age.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { type Currency, PRICE_CURRENCIES } from "../../i18n/format.ts";
import type { ListSpec } from "../../records/list/list-query.ts";

// An order is what somebody owes for one thing. Here are its states and the times of its hold.

export const ORDER_KINDS = ["membership", "registration"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** The currencies of charges, where euros count their cents. */
export const CHARGE_CURRENCIES = [...PRICE_CURRENCIES, "EUR"] as const satisfies Currency[];

/** Whether the money of an order is real: fixed when it is opened, for all that hangs on it. */
export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

export const ORDER_STATUSES = [
  /** Not paid yet. A registration keeps its place meanwhile. */
  "held",
  /** Paid, and what it is for is given. */
  "confirmed",
  /** Not paid in time. Money that comes late may still confirm it. */
  "expired",
  /** Given up by its buyer or by staff; what was paid goes back. */
  "cancelled",
  /** Paid, but what it is for cannot be given: the money is to go back. */
  "paid_unfulfilled",
  /** Everything was returned. */
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How long after the deadline of an attempt its provider may still report a payment. */
export const GRACE_MS = 5 * MINUTE;
/** How long one attempt may take at the provider. */
const ATTEMPT_MS = 15 * MINUTE;
/** With less than this left, an attempt is not worth beginning. */
const SHORTEST_ATTEMPT_MS = 2 * MINUTE;

/** Until when a place is held, and the moment that no payment prolongs it beyond. Both null: no deadline. */
type Hold = { hold_expires_at: Date | null; hold_cap_at: Date | null };

/**
 * Until when an attempt that is begun now may run; undefined when there is no time left to pay. It may be
 * later than the hold: that is prolonged once the attempt waits at the provider.
 */
export function attemptDeadline(order: Hold, now: Date): Date | undefined {
  const usualEndMs = now.getTime() + ATTEMPT_MS;
  if (!order.hold_expires_at || !order.hold_cap_at) return new Date(usualEndMs);
  if (order.hold_expires_at <= now) return undefined;
  const endMs = Math.min(usualEndMs, order.hold_cap_at.getTime() - GRACE_MS);
  return endMs - now.getTime() < SHORTEST_ATTEMPT_MS ? undefined : new Date(endMs);
}

/** The end of a hold once an attempt waits at the provider until `providerExpiresAt`; null: none. */
export function prolongedHold(order: Hold, providerExpiresAt: Date): Date | null {
  if (!order.hold_expires_at || !order.hold_cap_at) return null;
  const end = Math.max(order.hold_expires_at.getTime(), providerExpiresAt.getTime() + GRACE_MS);
  return new Date(Math.min(end, order.hold_cap_at.getTime()));
}

/** Whose movements a ledger can be asked for; `look` stands among the states. Its days are those of the movements. */
export const LEDGER_LIST: ListSpec = {
  filters: { kind: ORDER_KINDS, status: ["look", ...ORDER_STATUSES] },
  sorts: ["created_at"],
  descending: true,
};

/** What the list of orders can be asked for: its days are those on which they were made. */
export const ORDER_LIST: ListSpec = { ...LEDGER_LIST, days: ["from", "to"] };

/** From one day to another, yyyy-mm-dd, both included; open where one is absent. */
export type Period = { from?: string; to?: string };

/** The period of an address. What is no day is ignored. */
export function parsePeriod(search: URLSearchParams): Period {
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** The twelve months that end with this day's. */
export function lastYear(today: string): Required<Period> {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 12, 1));
  return { from: first.toISOString().slice(0, 10), to: today };
}
