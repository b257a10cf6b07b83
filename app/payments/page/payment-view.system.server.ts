import { and, asc, desc, eq } from "drizzle-orm";
import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { FEDERATION, isLive, isUnsettled, type PaymentStatus } from "../attempts/payments.ts";
import { pollOrder } from "../attempts/polling.system.server.ts";
import { remainingCharges } from "../ledger/settlement.ts";
import { amountOwed } from "../offline/offline-payment.operations.server.ts";
import { fulfilmentOf, type Refusal, type WriteDb } from "../orders/fulfilment.ts";
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
  transferClaims,
} from "../payments.table.server.ts";
import { type Offer, offersFor } from "../providers/offer.operations.server.ts";
import { type OnlinePaymentMethod, sortPaymentMethods } from "../providers/payment-methods.ts";
import { canStop, providerOf, siteMode } from "../providers/provider.ts";
import { isVoid } from "../refunds/refunds.ts";
import {
  buildTimeline,
  type PaymentAddress,
  type PaymentState,
  type PaymentView,
  paymentPath,
  type Return,
  refreshSeconds,
  stateOf,
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
  const charges = remainingCharges(ledger, returned);
  const owed = amountOwed(order, charges);
  const pageCharges = charges.filter(({ payment_id }) =>
    attempts.some((one) => one.id === payment_id && isOfPage(one)),
  );
  const returns = returnsOf(
    returned.filter(({ charge_id }) => pageCharges.some(({ id }) => id === charge_id)),
  );
  const refusal = await refusalOf(db, order, now);
  const waits = order.status === "held" && !refusal;
  // A part may have been paid at the desk: the rest can be paid online.
  const offers =
    waits && !isInQuarantine() ? await offersFor(db, { ...order, price_amount: owed.due }) : [];
  const isOver = order.mode === "test" && siteMode() === "live";
  const state =
    refusal && order.status === "held"
      ? "unavailable"
      : stateOf(order, tries, returns, { payable: offers.length > 0, isOver }, now);
  const pageAttempts = tries.filter(isOfPage);
  const live = pageAttempts.find(({ status }) => isLive(status));
  const current = live ?? pageAttempts[0];
  const operator = current && providerOf(current);
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
    refusal,
    by_hand: order.owes || (waits && !isOver && (order.by_hand || offers.length === 0)),
    owed,
    announced: await claimsOf(db, order),
    at: now,
    unsettled: pageAttempts.some(({ status }) => isUnsettled(status)),
    means:
      live && operator
        ? [meansOf({ provider: operator, quote: live })]
        : sortPaymentMethods(offers.map(meansOf), attempts),
    key: newId(),
    held_until: waits ? order.hold_expires_at : null,
    operator: operator?.name ?? null,
    asked_at: operator ? current.asked_at : null,
    asks_pin: state !== "examined" && isWaitingForPayer(live) && operator?.asksPayerNumber === true,
    ends_at:
      live?.status === "pending" && operator && !canStop(operator)
        ? new Date(live.provider_expires_at.getTime() + GRACE_MS)
        : null,
    pay_url:
      waits && state !== "examined"
        ? (pageAttempts.find(
            ({ status, price_amount }) => status === "pending" && price_amount <= owed.due,
          )?.redirect_url ?? null)
        : null,
    // The desk asks for the short reference, which is in the mail too.
    reference: order.by_hand ? order.reference : (tries[0]?.merchant_ref ?? order.reference),
    returns,
    thanks:
      order.status === "confirmed" && !shared
        ? fulfilmentOf(order.kind).thanks(order, language)
        : null,
    writes: isMailConfigured(),
    refresh: refreshSeconds(state, tries, now),
  };
  if (!shared) return view;
  const shownAmount = waits ? owed.due : (current?.price_amount ?? price_amount);
  return sharedView(view, {
    shownAmount,
    reference: current?.merchant_ref ?? null,
    hasPaid: pageCharges.length > 0,
  });
}

type SharedFacts = { shownAmount: number; reference: string | null; hasPaid: boolean };

/**
 * What the page for somebody else shows: name, label, amount and the attempts made there, nothing of the holder's
 * payments.
 */
const sharedView = (
  view: PaymentView,
  { shownAmount, reference, hasPaid }: SharedFacts,
): PaymentView => ({
  ...view,
  state: !hasPaid && ABOUT_MONEY.includes(view.state) ? "cancelled" : view.state,
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
  reference,
  timeline: [],
  returns: [],
  announced: [],
  by_hand: false,
  held_until: null,
});

/** States that reveal a payment. */
const ABOUT_MONEY: readonly PaymentState[] = ["noPlace", "refunded", "owing"];

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

/** Why an unpaid or cancelled order cannot be paid, without the text for staff. */
async function refusalOf(db: WriteDb, order: Order, now: Date): Promise<PaymentView["refusal"]> {
  if (order.status !== "held" && order.status !== "cancelled") return null;
  const check = { channel: "online", now, lock: false } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  if (answer === "ok") return null;
  const { staff, ...refusal }: Refusal = answer;
  return refusal;
}

async function claimsOf(db: WriteDb, order: Order): Promise<PaymentView["announced"]> {
  const { transaction_number: number, status, reason, created_at } = transferClaims;
  const rows = await db
    .select({ number, status, reason })
    .from(transferClaims)
    .where(eq(transferClaims.order_id, order.id))
    .orderBy(desc(created_at));
  return rows.map(({ number, ...transfer }) => ({ ...transfer, end: number.slice(-4) }));
}

const returnsOf = (rows: readonly Refund[]): Return[] =>
  rows
    .filter(({ status }) => !isVoid(status))
    .map(({ amount, currency, reason, status, replaces }) => ({
      amount,
      currency,
      reason,
      isDone: status === "done",
      isRefused: status !== "done" && replaces !== null,
    }));

const readJournal = (db: WriteDb, order: Order) =>
  db
    .select({ created_at: paymentEvents.created_at, body: paymentEvents.body })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.order_id, order.id), eq(paymentEvents.source, "journal")))
    .orderBy(asc(paymentEvents.created_at), asc(paymentEvents.id));
