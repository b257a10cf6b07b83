import { and, asc, desc, eq } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { pick } from "../../core/values/pick.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import {
  FEDERATION,
  isLive,
  isUnanswered,
  isUnsettled,
  type PaymentStatus,
} from "../attempts/payments.ts";
import { pollOrder } from "../attempts/polling.system.server.ts";
import { remainingCharges } from "../ledger/settlement.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import { orderAt, paymentAddress } from "../orders/orders.operations.server.ts";
import { GRACE_MS } from "../orders/orders.ts";
import {
  ledgerEntries,
  type Order,
  type Payment,
  paymentEvents,
  payments,
  type Refund,
  refunds,
  type TransferClaim,
  transferClaims,
} from "../payments.table.server.ts";
import type { Offer } from "../providers/offer.operations.server.ts";
import { type OnlinePaymentMethod, sortPaymentMethods } from "../providers/payment-methods.ts";
import { canStop, providerOf } from "../providers/provider.ts";
import { listReceipts } from "../receipts/receipts.operations.server.ts";
import { isVoid } from "../refunds/refunds.ts";
import { readOrderState } from "./order-state.operations.server.ts";
import { PAYMENT_STATES, type PaymentState } from "./payment-states.ts";
import {
  buildTimeline,
  type PaymentAddress,
  type PaymentView,
  paymentPath,
  type Return,
  refreshSeconds,
} from "./payment-view.ts";

/** However often the page is loaded, the provider is polled no more often than this. */
const ASK_AGAIN_MS = 1_000;

/** `readPaymentAt` for the page of the holder. */
export const readPayment = (token: string, language: Language, now = currentTime()) =>
  readPaymentAt({ token, shared: false }, language, now);

/** Polls the provider first, since the payer may just come back from there. */
export async function readPaymentAt(
  address: PaymentAddress,
  language: Language,
  now = currentTime(),
): Promise<PaymentView | undefined> {
  const stored = await asSystem("payments.read", (db) => orderAt(db, address));
  if (!stored) return undefined;
  await pollOrder(stored.id, now, { notSince: new Date(now.getTime() - ASK_AGAIN_MS) });
  return asSystem("payments.read", async (db) => {
    const order = await orderAt(db, address);
    return order && viewOf(db, order, address.shared, language, now);
  });
}

async function viewOf(
  db: WriteDb,
  order: Order,
  shared: boolean,
  language: Language,
  now: Date,
): Promise<PaymentView> {
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, order.id))
    .orderBy(desc(payments.created_at));
  const isOfPage = (one: Payment) => one.shared || !shared;
  // Without bookings of staff. On the shared page, attempts of the holder only while they are live.
  const tries = attempts.filter(
    (one) => one.provider !== FEDERATION && (isOfPage(one) || isLive(one.status)),
  );
  const returned = await db.select().from(refunds).where(eq(refunds.order_id, order.id));
  const ledger = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.order_id, order.id))
    .orderBy(asc(ledgerEntries.created_at), asc(ledgerEntries.id));
  const pageCharges = remainingCharges(ledger, returned).filter(({ payment_id }) =>
    attempts.some((one) => one.id === payment_id && isOfPage(one)),
  );
  const pageRefunds = returned.filter(({ charge_id }) =>
    pageCharges.some(({ id }) => id === charge_id),
  );
  const returns = returnsOf(pageRefunds);
  const claims = await listClaims(db, order);
  const facts = { order, attempts: tries, ledger, refunds: returned, claims };
  const shown = { ...facts, shownRefunds: pageRefunds };
  const { state, refusal, offers, owed, isOver } = await readOrderState(db, shown, now);
  const waits = order.status === "held" && refusal === null;
  const pageAttempts = tries.filter(isOfPage);
  const live = pageAttempts.find(({ status }) => isLive(status));
  const current = live ?? pageAttempts[0];
  const operator = current && providerOf(current);
  const uncertain = pageAttempts.find(({ status, doubt }) => isUnsettled(status) || doubt !== null);
  const ends = live && (live.status === "pending" || isUnanswered(live)) ? deadlineOf(live) : null;
  const { kind, label_fr, label_en, price_amount, price_currency } = order;
  const view: PaymentView = {
    kind,
    label_fr,
    label_en,
    price_amount,
    price_currency,
    shared,
    path: paymentPath(paymentAddress(order, shared)),
    holder: order.payer_name,
    share_url: offers.length > 0 && !shared ? fullAddress(order, language) : null,
    timeline: buildTimeline({
      order,
      attempts,
      ledger,
      refunds: returned,
      journal: await readJournal(db, order),
    }),
    state,
    is_test: order.mode === "test",
    refusal: refusal && pick(refusal, ["reason", "price"]),
    // Without a deadline, every way to pay is shown at once.
    by_hand:
      order.owes ||
      (waits && !isOver && (order.by_hand || offers.length === 0 || !order.hold_expires_at)),
    owed,
    waived: order.waived,
    announced: claims.map(({ transaction_number, status, reason }) => ({
      status,
      reason,
      end: transaction_number.slice(-4),
    })),
    at: now,
    unsettled: uncertain !== undefined,
    means:
      live && operator && waits
        ? [meansOf({ provider: operator, quote: live })]
        : sortPaymentMethods(offers.map(meansOf), attempts),
    key: newId(),
    held_until: waits ? order.hold_expires_at : null,
    operator: operator?.name ?? null,
    asked_at: uncertain && providerOf(uncertain) ? uncertain.asked_at : null,
    asks_pin:
      (state === "waiting" || state === "checking") &&
      isWaitingForPayer(live) &&
      operator?.asksPayerNumber === true,
    ends_at: ends && ends > now ? ends : null,
    can_stop: operator !== undefined && canStop(operator),
    pay_url:
      waits && CAN_GO_ON.includes(state)
        ? (pageAttempts.find(
            ({ status, price_amount }) => status === "pending" && price_amount <= owed.due,
          )?.redirect_url ?? null)
        : null,
    reference: order.reference,
    restart:
      PAYMENT_STATES[state].canRestart && !shared
        ? await fulfilmentOf(order.kind).restart(db, order, language)
        : null,
    returns,
    receipts: (await listReceipts(db, [order.id], shared)).map((receipt) => ({
      ...pick(receipt, ["number", "amount", "currency"]),
      path: `/payments/${paymentAddress(order, shared).token}/receipts/${receipt.number}`,
    })),
    thanks:
      order.status === "confirmed" && !shared
        ? fulfilmentOf(order.kind).thanks(order, language)
        : null,
    writes: isMailConfigured(),
    refresh: refreshSeconds(state, tries, now),
  };
  if (!shared) return view;
  const shownAmount = waits ? owed.due : (current?.price_amount ?? price_amount);
  return sharedView(view, { shownAmount, hasPaid: pageCharges.length > 0 });
}

/** The states in which the payer may go back to the provider. */
const CAN_GO_ON: readonly PaymentState[] = ["waiting", "declined", "silent"];

/** When an attempt can no longer be paid. */
const deadlineOf = ({ provider_expires_at }: Payment): Date =>
  new Date(provider_expires_at.getTime() + GRACE_MS);

type SharedFacts = { shownAmount: number; hasPaid: boolean };

/**
 * What the page for somebody else shows: name, label, amount, the attempts made there and their receipts, nothing of the
 * holder's payments.
 */
const sharedView = (view: PaymentView, { shownAmount, hasPaid }: SharedFacts): PaymentView => ({
  ...view,
  state: hasPaid ? view.state : (PAYMENT_STATES[view.state].sharedAs ?? view.state),
  refusal: view.state === "unavailable" ? view.refusal : null,
  price_amount: shownAmount,
  owed: {
    ...view.owed,
    reference: "",
    price_amount: shownAmount,
    received: 0,
    due: shownAmount,
    until: null,
  },
  waived: 0,
  timeline: [],
  announced: [],
  by_hand: false,
  held_until: null,
});

const meansOf = ({ provider, quote }: Offer): OnlinePaymentMethod => {
  // An attempt has further columns, which the page must not contain.
  const { charge_amount, charge_currency, fx_rate, fx_source, fx_at } = quote;
  return {
    provider: provider.id,
    name: provider.name,
    asksNumber: provider.asksPayerNumber,
    quote: { charge_amount, charge_currency, fx_rate, fx_source, fx_at },
  };
};

/** With the wallet's number, the provider is processing until its owner has typed the PIN. */
const isWaitingForPayer = (live: { status: PaymentStatus } | undefined): boolean =>
  live?.status === "pending" || live?.status === "processing";

const fullAddress = (order: Order, language: Language) =>
  env().PUBLIC_URL + pathIn(language, paymentPath(paymentAddress(order, true)));

async function listClaims(
  db: WriteDb,
  order: Order,
): Promise<Pick<TransferClaim, "transaction_number" | "status" | "reason" | "created_at">[]> {
  const { transaction_number, status, reason, created_at } = transferClaims;
  return db
    .select({ transaction_number, status, reason, created_at })
    .from(transferClaims)
    .where(eq(transferClaims.order_id, order.id))
    .orderBy(desc(created_at));
}

const returnsOf = (rows: readonly Refund[]): Return[] =>
  rows
    .filter(({ status }) => !isVoid(status))
    .map(({ amount, currency, reason, status, replaces }) => ({
      amount,
      currency,
      reason,
      step:
        status === "done"
          ? "done"
          : replaces !== null
            ? "refused"
            : status === "requested"
              ? "asked"
              : "approved",
    }));

const readJournal = (db: WriteDb, order: Order) =>
  db
    .select({ created_at: paymentEvents.created_at, body: paymentEvents.body })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.order_id, order.id), eq(paymentEvents.source, "journal")))
    .orderBy(asc(paymentEvents.created_at), asc(paymentEvents.id));
