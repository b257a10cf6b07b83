import { MINUTE } from "../../core/values/durations.ts";
import { type Currency, PRICE_CURRENCIES } from "../../i18n/format.ts";

// The states of orders, and the times of their holds.

export const ORDER_KINDS = ["membership", "registration", "licences"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** What is paid for a member: their membership, or licences that their club buys. */
export const MEMBER_ORDERS = ["membership", "licences"] as const satisfies OrderKind[];

/** The currencies of charges. */
export const CHARGE_CURRENCIES = [...PRICE_CURRENCIES, "EUR"] as const satisfies Currency[];

/** Whether the money of an order is real: fixed when it is opened, for everything that belongs to it. */
export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

export const ORDER_STATUSES = [
  /** Not paid yet; the place of a registration is held. */
  "held",
  /** Paid and fulfilled. */
  "confirmed",
  /** Not paid in time; late money may still confirm it. */
  "expired",
  /** Cancelled by its payer or by staff; what was paid is refunded. */
  "cancelled",
  /** Paid, but it cannot be fulfilled: the money is refunded. */
  "paid_unfulfilled",
  /** Everything was refunded. */
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How long after the deadline of an attempt its provider may still report a payment. */
export const GRACE_MS = 5 * MINUTE;
/** How long one attempt may take at the provider. */
const ATTEMPT_MS = 15 * MINUTE;
/** With less time left, no attempt is started. */
const SHORTEST_ATTEMPT_MS = 2 * MINUTE;

/** The end of the hold, and the limit up to which a payment extends it. Both null: no deadline. */
type Hold = { hold_expires_at: Date | null; hold_cap_at: Date | null };

/**
 * The deadline of an attempt that is started now; undefined when too little time is left. It may be later than the hold,
 * which is extended once the attempt is pending at the provider.
 */
export function attemptDeadline(order: Hold, now: Date): Date | undefined {
  const usualEndMs = now.getTime() + ATTEMPT_MS;
  if (!order.hold_expires_at || !order.hold_cap_at) return new Date(usualEndMs);
  if (order.hold_expires_at <= now) return undefined;
  const endMs = Math.min(usualEndMs, order.hold_cap_at.getTime() - GRACE_MS);
  return endMs - now.getTime() < SHORTEST_ATTEMPT_MS ? undefined : new Date(endMs);
}

/** The end of the hold of an order with an attempt that is pending until `providerExpiresAt`. */
export function prolongedHold(order: Hold, providerExpiresAt: Date): Date | null {
  if (!order.hold_expires_at || !order.hold_cap_at) return null;
  const end = Math.max(order.hold_expires_at.getTime(), providerExpiresAt.getTime() + GRACE_MS);
  return new Date(Math.min(end, order.hold_cap_at.getTime()));
}
