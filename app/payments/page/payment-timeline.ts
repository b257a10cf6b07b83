import type { Payment } from "../attempts/payments.table.server.ts";
import { BOOKED_BY_HAND, FEDERATION } from "../attempts/payments.ts";
import type { LedgerEntry, Refund } from "../ledger/ledger.table.server.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { isVoid } from "../refunds/refunds.ts";

// What happened to the money of an order, for its payer: also days later, when the page only says the end.

export type TimelineEntry = {
  at: Date;
  what:
    | "opened"
    | "begun"
    | "refused"
    | "stopped"
    | "timedOut"
    | "charge"
    | "chargeback"
    | "correction"
    | "asked"
    | "refundRefused"
    | "refund"
    | "expired"
    | "cancelled"
    | "confirmed";
  /** Always positive. */
  amount?: number;
  currency?: string;
};

type Facts = {
  order: Pick<Order, "created_at" | "price_amount" | "price_currency">;
  attempts: readonly Pick<Payment, "provider" | "attempted_at">[];
  ledger: readonly Pick<LedgerEntry, "kind" | "amount" | "currency" | "created_at">[];
  refunds: readonly Pick<
    Refund,
    "status" | "source" | "replaces" | "amount" | "currency" | "created_at"
  >[];
  journal: readonly { created_at: Date; body: Record<string, unknown> }[];
};

/** The entries of the journal that a payer understands, by the state that something came to. */
const PAYMENT_ENDS: Partial<Record<string, TimelineEntry["what"]>> = {
  failed: "refused",
  cancelled: "stopped",
  expired: "timedOut",
};
/** An attempt that ended so was paid: the money is booked under another name, or was given back. */
const WAS_PAID = [BOOKED_BY_HAND, "refunded"];
const ORDER_ENDS: Partial<Record<string, TimelineEntry["what"]>> = {
  confirmed: "confirmed",
  expired: "expired",
  cancelled: "cancelled",
};

/** The state that an entry of the journal leads to: it holds the former one and this. */
const reached = (change: unknown): string => (Array.isArray(change) ? String(change[1]) : "");

/** What happened, the oldest first. What happened at one moment stays in the order in which it follows. */
export function timelineOf({ order, attempts, ledger, refunds, journal }: Facts): TimelineEntry[] {
  const later: TimelineEntry[] = [
    ...attempts.flatMap(({ provider, attempted_at: at }): TimelineEntry[] =>
      at && provider !== FEDERATION ? [{ at, what: "begun" }] : [],
    ),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] => {
      const what = PAYMENT_ENDS[reached(body.payment)];
      const wasPaid = WAS_PAID.some((reason) => reason === body.reason);
      return what && !wasPaid ? [{ at, what }] : [];
    }),
    ...ledger.map(({ kind, amount, currency, created_at: at }) => ({
      at,
      what: kind,
      currency,
      amount: Math.abs(amount),
    })),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] => {
      const what = ORDER_ENDS[reached(body.order)];
      return what ? [{ at, what }] : [];
    }),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] =>
      body.step === "refused" ? [{ at, what: "refundRefused" }] : [],
    ),
    // What a provider returned by itself was asked by nobody; what it refused was asked for before.
    ...refunds
      .filter(
        ({ status, source, replaces }) =>
          (status === "failed" || !isVoid(status)) && source !== "external" && replaces === null,
      )
      .map(({ amount, currency, created_at: at }) => ({
        at,
        what: "asked" as const,
        amount,
        currency,
      })),
  ];
  later.sort((one, other) => one.at.getTime() - other.at.getTime());
  const { created_at: at, price_amount: amount, price_currency: currency } = order;
  return [{ at, what: "opened", amount, currency }, ...later];
}
