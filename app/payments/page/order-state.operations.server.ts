import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { FEDERATION } from "../attempts/payments.ts";
import { remainingCharges } from "../ledger/settlement.ts";
import { amountOwed } from "../offline/offline-payment.operations.server.ts";
import type { AmountOwed } from "../offline/offline-payment.ts";
import { fulfilmentOf, type Refusal, type WriteDb } from "../orders/fulfilment.ts";
import type {
  LedgerEntry,
  Order,
  Payment,
  Refund,
  TransferClaim,
} from "../payments.table.server.ts";
import { type Offer, offersFor } from "../providers/offer.operations.server.ts";
import { siteMode } from "../providers/provider.ts";
import { isVoid } from "../refunds/refunds.ts";
import { type NextActor, PAYMENT_STATES, type PaymentState } from "./payment-states.ts";
import { stateOf } from "./payment-view.ts";

/** An order with what decides its state; `attempts` newest first. */
export type OrderFacts = {
  order: Order;
  attempts: readonly Payment[];
  ledger: readonly LedgerEntry[];
  refunds: readonly Refund[];
  /** Those that the page may show, if not all. */
  shownRefunds?: readonly Refund[];
  claims: readonly Pick<TransferClaim, "status" | "created_at">[];
};

export type OrderState = {
  state: PaymentState;
  next: NextActor;
  /** Why it cannot be paid. */
  refusal: Refusal | null;
  offers: Offer[];
  owed: AmountOwed;
  /** A test on a site that takes real money by now. */
  isOver: boolean;
};

/** The state of an order, the same for its payer and for staff. */
export async function readOrderState(
  db: WriteDb,
  { order, attempts, ledger, refunds, shownRefunds = refunds, claims }: OrderFacts,
  now: Date,
): Promise<OrderState> {
  const owed = amountOwed(order, remainingCharges(ledger, refunds));
  const refusal = await findRefusal(db, order, now);
  const isPayable = order.status === "held" && !refusal && !isInQuarantine();
  // A part may have been paid at the desk: the rest can be paid online.
  const offers = isPayable ? await offersFor(db, { ...order, price_amount: owed.due }) : [];
  const isOver = order.mode === "test" && siteMode() === "live";
  const tries = attempts.filter(({ provider }) => provider !== FEDERATION);
  const [newest] = tries;
  const circumstances = {
    isOver,
    payable: offers.length > 0,
    isAnnounced: claims.some(({ status }) => status === "announced"),
    isTransferRefused: claims.some(
      ({ status, created_at: at }) =>
        status === "refused" && (newest === undefined || at > newest.created_at),
    ),
    hasPart: owed.received > 0,
    isTakenBack: ledger.some(({ kind }) => kind === "chargeback"),
  };
  const returns = shownRefunds
    .filter(({ status }) => !isVoid(status))
    .map(({ reason, status }) => ({ reason, isDone: status === "done" }));
  const state =
    refusal && order.status === "held"
      ? "unavailable"
      : stateOf(order, tries, returns, circumstances, now);
  const isReturned = returns.every(({ isDone }) => isDone);
  const { next, untilReturned } = PAYMENT_STATES[state];
  return {
    state,
    next: untilReturned && isReturned ? "nobody" : next,
    refusal,
    offers,
    owed,
    isOver,
  };
}

/** Of an unpaid or cancelled order. */
async function findRefusal(db: WriteDb, order: Order, now: Date): Promise<Refusal | null> {
  if (order.status !== "held" && order.status !== "cancelled") return null;
  const check = { channel: "online", now, lock: false } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  return answer === "ok" ? null : answer;
}
