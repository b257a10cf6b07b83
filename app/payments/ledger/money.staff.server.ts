import { and, eq, or } from "drizzle-orm";
import { checkSecondApproval } from "../../auth/staff/four-eyes.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatAmount, isoDay } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { advance, lockPayment } from "../attempts/attempts.system.server.ts";
import {
  type Discrepancy,
  FEDERATION,
  mayHaveLeft,
  merchantRef,
  type Verdict,
} from "../attempts/payments.ts";
import {
  type OfflinePayment,
  recordOfflinePayment,
} from "../offline/offline-payment.operations.server.ts";
import { hasRefundWithNumber } from "../offline/transfer-claims.operations.server.ts";
import { fulfilmentOf } from "../orders/fulfilment.ts";
import { cancelOrder } from "../orders/orders.operations.server.ts";
import { correctionWaitsMail } from "../payments.mail.ts";
import {
  type BookingCorrection,
  bookingCorrections,
  type LedgerEntry,
  ledgerEntries,
  type Order,
  orders,
  payments,
  type Refund,
  refunds,
} from "../payments.table.server.ts";
import {
  approve,
  assertTreasuryRole,
  queueWaitMails,
} from "../refunds/approval.operations.server.ts";
import { bookMoneyGone } from "../refunds/provider-side-refunds.operations.server.ts";
import {
  assertNoDiscrepancy,
  finishRefund,
  journalRefund,
  lockRefund,
  moveRefund,
  refundChanged,
} from "../refunds/refunds.operations.server.ts";
import { isUncertain, isUnderWay, RECORDABLE_STATUSES } from "../refunds/refunds.ts";
import { bookInTill, wasCountedSince } from "../tills/till-book.operations.server.ts";
import {
  chargesOf,
  journal,
  lockOrder,
  moveOrder,
  settle,
  withdrawRequested,
} from "./settlement.operations.server.ts";
import type { RemainingCharge } from "./settlement.ts";

// What staff do with money, each with its log entry.

const labelOf = (payer: string, amount: number, currency: string) =>
  `${payer} : ${formatAmount("fr", amount, currency)}`;

/** Records a payment that staff received for an order. */
export async function takeCash(
  db: StaffDb,
  orderId: string,
  payment: Omit<OfflinePayment, "staffId">,
  now = currentTime(),
): Promise<void> {
  const { staffId } = db;
  // Other screens than those of the payments take money too.
  await assertTreasuryRole(db, staffId, "encaisser");
  const { order, booked } = await recordOfflinePayment(db, orderId, { ...payment, staffId }, now);
  // Pressed twice, it is logged once.
  if (!booked) return;
  const { means, received_on, receipt } = payment;
  const { charge_amount: amount, charge_currency: currency } = booked;
  await audit(db, {
    action: "orders.cash",
    entity: "orders",
    entity_id: order.id,
    label: labelOf(order.payer_name, amount, currency),
    after: {
      amount,
      currency,
      receipt,
      ...(means && { means }),
      ...(received_on && { received_on }),
    },
  });
}

/** What became of a correction: cash that was counted since waits for a second person. */
type CorrectionOutcome = "corrected" | "asked";

/**
 * Reverses a wrong booking by an entry against it: nothing is deleted. What was given for it stays given, and the
 * right amount is due again; refunds of it that nobody has paid out yet are withdrawn. Cash of a till that was counted or handed over since was seen there, so a second person
 * has to agree.
 * @throws AppError 'conflict' when it was reversed already, came from a provider, or is being refunded.
 */
export async function correctCash(
  db: StaffDb,
  orderId: string,
  { charge_id, reason }: Pick<BookingCorrection, "charge_id" | "reason">,
  now = currentTime(),
): Promise<CorrectionOutcome> {
  const { staffId } = db;
  const order = await lockOrder(db, orderId);
  const entry = await findCorrectable(db, order, charge_id);
  if (!(await wasCountedSince(db, charge_id))) {
    const settled = await reverseBooking(db, order, entry, { reason, staffId }, now);
    await withdrawCorrections(db, charge_id);
    await auditCorrection(db, "correct", settled, { reason });
    return "corrected";
  }
  const rows = await db
    .insert(bookingCorrections)
    .values({ order_id: order.id, charge_id, reason, requested_by: staffId })
    .onConflictDoNothing()
    .returning({ id: bookingCorrections.id });
  if (rows.length > 0) {
    await journalCorrection(db, entry, { correction: reason, step: "asked", by: staffId });
  }
  await auditCorrection(db, "ask-correction", order, { reason });
  return "asked";
}

/**
 * Approves a correction: it is then made in the name, and out of the till, of whoever requested it. They cannot
 * approve it themselves unless nobody else can: then the first press starts a wait of a day, whose end is returned.
 * @throws AppError 'conflict'
 */
export async function approveCorrection(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Date | undefined> {
  const { staffId } = db;
  const { order, correction } = await lockCorrection(db, id);
  const { charge_id, reason, requested_by: askedBy, approve_from: from } = correction;
  const entry = await findCorrectable(db, order, charge_id);
  const words = "une autre personne que celle qui l’a demandée doit approuver cette correction";
  const wait = await checkSecondApproval(db, { askedBy, from, of: "money" }, staffId, {
    now,
    words,
  });
  if (wait) {
    await moveCorrection(db, id, { approve_from: wait });
    const { amount, currency } = entry;
    const mail = { amount, currency, until: wait, reference: order.reference, order: order.id };
    await queueWaitMails(db, correctionWaitsMail, entry.id, mail);
    await auditCorrection(db, "wait-correction", order);
    return wait;
  }
  await moveCorrection(db, id, { status: "approved", approved_by: staffId });
  await journalCorrection(db, entry, { correction: reason, step: "approved", by: staffId });
  const settled = await reverseBooking(db, order, entry, { reason, staffId: askedBy }, now);
  await auditCorrection(db, "approve-correction", settled);
  return undefined;
}

/** Withdraws a requested correction: the booking stays. */
export async function withdrawCorrection(db: StaffDb, id: string): Promise<void> {
  const { order, correction } = await lockCorrection(db, id);
  const { charge_id, reason } = correction;
  await moveCorrection(db, id, { status: "withdrawn" });
  const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, charge_id));
  if (entry) {
    await journalCorrection(db, entry, { correction: reason, step: "withdrawn", by: db.staffId });
  }
  await auditCorrection(db, "withdraw-correction", order);
}

async function lockCorrection(
  db: StaffDb,
  id: string,
): Promise<{ order: Order; correction: BookingCorrection }> {
  const find = () => db.select().from(bookingCorrections).where(eq(bookingCorrections.id, id));
  const [seen] = await find();
  if (!seen) throw new AppError("conflict", "cette correction a changé entre-temps");
  const order = await lockOrder(db, seen.order_id);
  const [correction] = await find();
  if (correction?.status !== "requested") {
    throw new AppError("conflict", "cette correction a changé entre-temps");
  }
  return { order, correction };
}

async function moveCorrection(
  db: StaffDb,
  id: string,
  change: Partial<BookingCorrection>,
): Promise<void> {
  await db.update(bookingCorrections).set(change).where(eq(bookingCorrections.id, id));
}

async function withdrawCorrections(db: StaffDb, chargeId: string): Promise<void> {
  await db
    .update(bookingCorrections)
    .set({ status: "withdrawn" })
    .where(
      and(eq(bookingCorrections.charge_id, chargeId), eq(bookingCorrections.status, "requested")),
    );
}

/** @throws AppError 'conflict' where the booking may not be reversed. */
async function findCorrectable(db: StaffDb, order: Order, chargeId: string): Promise<LedgerEntry> {
  const charge = (await chargesOf(db, order.id)).find(({ id }) => id === chargeId);
  if (!charge) throw new AppError("conflict", "cet encaissement est déjà corrigé");
  if (charge.provider !== FEDERATION) {
    throw new AppError("conflict", "seul un encaissement fait à la main peut être corrigé");
  }
  if ((await refundsOf(db, charge.id)).some(({ status }) => isUnderWay(status))) {
    throw new AppError("conflict", "cette somme est déjà remboursée, en tout ou en partie");
  }
  const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, charge.id));
  if (!entry) throw new AppError("not-found", "no such charge");
  return entry;
}

async function reverseBooking(
  db: StaffDb,
  order: Order,
  entry: LedgerEntry,
  { reason, staffId }: { reason: string; staffId: string },
  now: Date,
): Promise<Order> {
  // Settlement requests again what it still has to refund.
  const ofCharge = or(eq(refunds.charge_id, entry.id), eq(refunds.source, "system"));
  await withdrawRequested(db, and(eq(refunds.order_id, order.id), ofCharge));
  for (const refund of await refundsOf(db, entry.id)) {
    if (refund.status !== "approved") continue;
    await moveRefund(db, refund, ["approved"], { status: "withdrawn" });
    await journal(db, {
      order_id: order.id,
      payment_id: entry.payment_id,
      body: { refund: refund.id, step: "withdrawn", by: staffId },
    });
  }
  const { id: _id, created_at: _at, amount, price_amount, ...same } = entry;
  await db.insert(ledgerEntries).values({
    ...same,
    kind: "correction",
    amount: -amount,
    price_amount: -price_amount,
    received_on: isoDay(now),
    booked_by: staffId,
    note: reason,
  });
  await db
    .update(payments)
    .set({ status: "cancelled", reason: "corrigé" })
    .where(eq(payments.id, entry.payment_id));
  await journalCorrection(db, entry, { correction: reason, by: staffId });
  const isEmpty = (await chargesOf(db, order.id)).length === 0;
  // No money is left, so there is nothing to refund.
  const isOver = order.status === "paid_unfulfilled" && isEmpty;
  if (isOver) await fulfilmentOf(order.kind).release(db, order);
  const settled = isOver ? await moveOrder(db, order, "cancelled") : await settle(db, order, now);
  await bookInTill(db, staffId, { kind: "correction", txnId: entry.provider_txn_id });
  return settled;
}

const journalCorrection = (
  db: StaffDb,
  { order_id, payment_id }: LedgerEntry,
  body: Record<string, unknown>,
): Promise<void> => journal(db, { order_id, payment_id, body });

const refundsOf = (db: StaffDb, chargeId: string): Promise<Refund[]> =>
  db.select().from(refunds).where(eq(refunds.charge_id, chargeId));

const auditCorrection = (
  db: StaffDb,
  verb:
    | "correct"
    | "ask-correction"
    | "wait-correction"
    | "approve-correction"
    | "withdraw-correction",
  { id: entity_id, payer_name, price_amount, price_currency }: Order,
  after?: Record<string, unknown>,
) =>
  audit(db, {
    action: `orders.${verb}`,
    entity: "orders",
    entity_id,
    label: labelOf(payer_name, price_amount, price_currency),
    after,
  });

/**
 * Cancels an unpaid order, releases its place and tells the payer.
 * @throws AppError 'conflict' when it was paid or closed meanwhile.
 */
export async function cancelUnpaid(
  db: StaffDb,
  orderId: string,
  now = currentTime(),
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (order.status !== "held") {
    throw new AppError("conflict", "cette commande n’attend plus de paiement");
  }
  await cancelOrder(db, orderId, now, db.staffId);
  await audit(db, {
    action: "orders.cancel",
    entity: "orders",
    entity_id: order.id,
    label: labelOf(order.payer_name, order.price_amount, order.price_currency),
  });
}

/**
 * The part of a charge to refund, and why; `id` is that of the form, so that sending it twice makes one request.
 * `keeps_place`: whether the person keeps what was paid for. It counts where nothing else of the order is left.
 */
type RefundForm = Pick<Refund, "order_id" | "charge_id" | "amount"> & {
  id?: string;
  note: string;
  keeps_place?: boolean;
};

/**
 * Requests a refund of a charge, in part or in full. Refunds that are requested already count: a charge
 * is never refunded beyond its amount. No money moves before the approval.
 * @throws AppError 'conflict' when all is refunded and nobody said whether the place is kept.
 */
export async function requestRefund(
  db: StaffDb,
  { id = newId(), keeps_place, ...form }: RefundForm,
): Promise<string> {
  const order = await lockOrder(db, form.order_id);
  const [existing] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (existing) {
    if (!isSame(existing, form)) throw refundChanged();
    return id;
  }
  const charges = await chargesOf(db, form.order_id);
  const charge = charges.find((one) => one.id === form.charge_id);
  if (!charge) throw new AppError("not-found", "no such charge");
  if (order.status === "held" && charge.price_amount > 0) {
    throw new AppError(
      "conflict",
      "cette commande attend encore le reste, annulez-la pour rembourser",
    );
  }
  if (!(form.amount > 0 && form.amount <= charge.left)) {
    throw new AppError("conflict", "il reste moins que ce montant à rembourser");
  }
  const isLast = order.status === "confirmed" && isAllThatIsLeft(charges, form);
  if (isLast && keeps_place === undefined) {
    throw new AppError("conflict", "indiquez si la personne garde ce qu’elle a payé");
  }
  const keeps = isLast ? keeps_place : null;
  const inserted = await db
    .insert(refunds)
    .values({
      ...form,
      id,
      keeps_place: keeps,
      currency: charge.currency,
      source: "staff",
      reason: "staff",
      requested_by: db.staffId,
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id });
  if (inserted.length === 0) throw refundChanged();
  await journalRefund(db, { ...form, id }, charge, "requested", db.staffId);
  const { note } = form;
  await auditRefund(db, "request", id, { note, ...(isLast && { keeps_place: keeps }) });
  return id;
}

/** Once this is refunded, nothing of the order is left. */
const isAllThatIsLeft = (
  charges: readonly RemainingCharge[],
  { charge_id, amount }: Pick<Refund, "charge_id" | "amount">,
): boolean => charges.every(({ id, left }) => left === (id === charge_id ? amount : 0));

const isSame = (refund: Refund, form: RefundForm): boolean =>
  refund.order_id === form.order_id &&
  refund.charge_id === form.charge_id &&
  refund.amount === form.amount;

/**
 * Approves a refund: a job sends it through the provider, or staff make it by hand and record it. Returns the moment
 * from which it can be approved, when that is not now.
 * @throws AppError 'conflict' when another person has to approve it.
 */
export async function approveRefund(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Date | undefined> {
  const wait = await approve(db, await lockRefund(db, id), db.staffId, now);
  await auditRefund(db, wait ? "wait" : "approve", id);
  return wait;
}

/** Withdraws a request that was made by mistake; the money can be requested again. */
export async function withdrawRefund(db: StaffDb, id: string): Promise<void> {
  const { refund, charge } = await lockRefund(db, id);
  if (refund.source !== "staff") throw refundChanged();
  await moveRefund(db, refund, ["requested"], { status: "withdrawn" });
  await journalRefund(db, refund, charge, "withdrawn", db.staffId);
  await auditRefund(db, "withdraw", id);
}

/**
 * The operator's reference or the number of the receipt, and why the provider was not waited for. Cash without a
 * receipt gets a number of ours, as a payment in cash does.
 */
type ManualRefund = { operatorReference: string | null; decision?: string };

/**
 * Records a refund that staff made by hand: one that was approved and never sent, or that the provider refused for
 * good. While the provider may still return the money, only with a reason.
 * @throws AppError 'conflict'
 */
export async function recordRefund(
  db: StaffDb,
  id: string,
  { operatorReference, decision }: ManualRefund,
  now = currentTime(),
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  const { status, amount } = refund;
  await assertNoDiscrepancy(db, charge.payment_id);
  const uncertain = isUncertain(status);
  if (uncertain && !decision) throw new AppError("conflict", STILL_UNCERTAIN);
  if (status === "sending") throw new AppError("conflict", BEING_SENT);
  if (status === "requested") throw new AppError("conflict", "approuvez d’abord ce remboursement");
  // A refused refund was requested again: the one made by hand replaces that request.
  if (status === "failed") {
    const isReplacement = or(eq(refunds.source, "system"), eq(refunds.replaces, id));
    await withdrawRequested(db, and(eq(refunds.charge_id, charge.id), isReplacement));
  }
  const remaining = (await chargesOf(db, order.id)).find((one) => one.id === charge.id)?.left ?? 0;
  if (status === "failed" && remaining < amount) {
    throw new AppError("conflict", "il reste moins que ce montant à rembourser");
  }
  const inCash = charge.provider === FEDERATION && charge.means === "cash";
  if (!inCash && !operatorReference) {
    throw new AppError("conflict", "la référence de l’opérateur est requise");
  }
  if (operatorReference && (await hasRefundWithNumber(db, operatorReference))) {
    throw new AppError("conflict", `la transaction ${operatorReference} est déjà enregistrée`);
  }
  const record = {
    operator_reference: operatorReference ?? merchantRef(refund.id),
    recorded_by: db.staffId,
    decision: uncertain ? decision : null,
  };
  await finishRefund(db, order, refund, charge, RECORDABLE_STATUSES, record, now);
  if (inCash) await bookInTill(db, db.staffId, { kind: "refund", txnId: refund.id });
  const more = { operator_reference: operatorReference, ...(decision && { decision }) };
  await auditRefund(db, "record", id, more);
}

const STILL_UNCERTAIN =
  "l’opérateur peut encore rembourser cette somme, attendez sa réponse ou dites pourquoi vous ne l’attendez pas";
const BEING_SENT = "ce remboursement est en cours d’envoi, attendez la réponse de l’opérateur";

async function auditRefund(
  db: StaffDb,
  verb: "request" | "wait" | "approve" | "withdraw" | "record",
  id: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const [row] = await db
    .select({ name: orders.payer_name, amount: refunds.amount, currency: refunds.currency })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.id, id));
  if (!row) throw new AppError("not-found", "no such refund");
  const { name, amount, currency } = row;
  await audit(db, {
    action: `refunds.${verb}`,
    entity: "refunds",
    entity_id: id,
    label: labelOf(name, amount, currency),
    after: { amount, currency, ...more },
  });
}

/** `doubt`: the discrepancy that was on the screen. */
type Finding = { doubt: Discrepancy; verdict: Verdict; reason: string };

/**
 * Resolves a discrepancy by what a person found. Money that left is booked as refunded by the provider, and replaces
 * waiting refunds. The same discrepancy is not raised again.
 * @throws AppError 'conflict' when it is another one by now, or none.
 */
export async function resolveDiscrepancy(
  db: StaffDb,
  id: string,
  { doubt, verdict, reason }: Finding,
  now = currentTime(),
): Promise<void> {
  const [seen] = await db.select().from(payments).where(eq(payments.id, id));
  if (!seen) throw new AppError("not-found", "no such payment");
  const { order, payment } = await lockPayment(db, seen);
  if (payment.doubt !== doubt || (verdict === "gone" && !mayHaveLeft(doubt))) {
    throw new AppError("conflict", "ce paiement a changé entre-temps, relisez-le");
  }
  await db
    .update(payments)
    .set({ doubt: null, doubt_settled: doubt, next_poll_at: now })
    .where(eq(payments.id, payment.id));
  const body = { doubt, verdict, reason, by: db.staffId };
  await journal(db, { order_id: order.id, payment_id: payment.id, body });
  if (verdict === "gone") await bookMoneyGone(db, payment, now);
  // It can no longer be paid at the provider, and nothing of it is here beside what staff booked.
  if (doubt === "silent") {
    await advance(db, order, payment, "lapsed", { reason: null, next_poll_at: now }, now);
  }
  await audit(db, {
    action: "orders.doubt",
    entity: "orders",
    entity_id: order.id,
    label: `${order.payer_name}\u202f: ${formatAmount("fr", payment.charge_amount, payment.charge_currency)}`,
    after: { doubt, verdict, reason },
  });
}
