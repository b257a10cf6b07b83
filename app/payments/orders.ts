import type { Currency } from "../i18n/format.ts";

/** What is owed for, and where it stands. The rules of orders, without a database. */

export const ORDER_KINDS = ["membership", "registration"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** What things are sold in. Neither has cents: amounts are whole francs everywhere. */
export const CURRENCIES = ["GNF", "XOF"] as const satisfies Currency[];

/** `held` waits for money, and holds a place when it is a registration. */
export const ORDER_STATUSES = [
  "held",
  "confirmed",
  "expired",
  "cancelled",
  "paid_unfulfilled",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const MINUTE = 60_000;

/** Left to a provider after its own deadline before we act on it. */
export const GRACE_MS = 5 * MINUTE;
/** How long one attempt may take at the provider. */
const ATTEMPT_MS = 15 * MINUTE;
/** With less than this left, an attempt is not worth beginning. */
const SHORTEST_ATTEMPT_MS = 2 * MINUTE;

type Hold = { hold_expires_at: Date | null; hold_cap_at: Date | null };

/** Until when an attempt that is begun now may run; undefined when there is no time left to pay. */
export function attemptDeadline(order: Hold, now: Date): Date | undefined {
  const usual = now.getTime() + ATTEMPT_MS;
  if (!order.hold_expires_at || !order.hold_cap_at) return new Date(usual);
  if (order.hold_expires_at <= now) return undefined;
  const until = Math.min(usual, order.hold_cap_at.getTime() - GRACE_MS);
  return until - now.getTime() < SHORTEST_ATTEMPT_MS ? undefined : new Date(until);
}

/** The end of a hold once an attempt waits at the provider until `providerExpiresAt`. */
export function prolongedHold(order: Hold, providerExpiresAt: Date): Date | null {
  if (!order.hold_expires_at || !order.hold_cap_at) return null;
  const end = Math.max(order.hold_expires_at.getTime(), providerExpiresAt.getTime() + GRACE_MS);
  return new Date(Math.min(end, order.hold_cap_at.getTime()));
}
