import { and, asc, eq, inArray, isNull, not, or, sql } from "drizzle-orm";
import { checkSecondApproval } from "../../auth/staff/four-eyes.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { several } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { FEDERATION, merchantRef } from "../attempts/payments.ts";
import { recordRefund } from "../ledger/money.staff.server.ts";
import { hasRefundWithNumber } from "../offline/transfer-claims.operations.server.ts";
import { refundWaitsMail } from "../payments.mail.ts";
import {
  type LedgerEntry,
  ledgerEntries,
  type Order,
  orders,
  type Payment,
  payments,
  type Refund,
  type RefundPayee,
  refundPayees,
  refunds,
} from "../payments.table.server.ts";
import { isTransactionNumber, normaliseTransactionNumber } from "../providers/payment-methods.ts";
import { queueWaitMails } from "./approval.operations.server.ts";
import {
  DISCREPANCY_MESSAGE,
  hasMoneyDiscrepancy,
  isOpenRefusal,
  lockRefund,
} from "./refunds.operations.server.ts";

export type Payout = Pick<Refund, "id" | "order_id" | "amount" | "currency" | "refusal"> &
  Pick<Order, "payer_name" | "label_fr"> &
  Pick<LedgerEntry, "provider" | "means"> & {
    /** Ours, which the operator's file repeats. */
    reference: string;
    /** Of the charge. */
    transaction: string;
    /** The payer's account, or another that a second person approved. */
    number: string | null;
    /** Its provider refused to send it. */
    isRefused: boolean;
    /** An open discrepancy about its money: it is not paid before a person resolves it. */
    doubt: Payment["doubt"];
    /** Another number that waits for its approval: it is not paid before. */
    requestedPayee?: { id: string; number: string; reason: string; by: string; from: Date | null };
    /** Numbers that were replaced without having been approved. */
    ended: { number: string; reason: string; at: Date }[];
  };

const IS_CASH = sql`(${ledgerEntries.provider} = ${FEDERATION} and ${ledgerEntries.means} is not distinct from 'cash')`;

/** Approved refunds that staff pay from the operator's account, oldest first; cash is refunded on the spot. */
export async function listPayouts(db: StaffDb, ids?: readonly string[]): Promise<Payout[]> {
  const { provider, means, provider_txn_id: transaction } = ledgerEntries;
  const rows = await db
    .select({
      id: refunds.id,
      order_id: refunds.order_id,
      amount: refunds.amount,
      refusal: refunds.refusal,
      isRefused: sql<boolean>`${refunds.status} = 'failed'`,
      currency: refunds.currency,
      payer_name: orders.payer_name,
      label_fr: orders.label_fr,
      provider,
      means,
      transaction,
      account: payments.payer_account,
      doubt: sql<Payment["doubt"]>`case when ${hasMoneyDiscrepancy} then ${payments.doubt} end`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, refunds.charge_id))
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(
      and(
        eq(refunds.mode, "live"),
        // Those that a provider sends have a next try.
        or(and(eq(refunds.status, "approved"), isNull(refunds.next_try_at)), isOpenRefusal),
        not(IS_CASH),
        ids && inArray(refunds.id, [...ids]),
      ),
    )
    .orderBy(asc(refunds.created_at), asc(refunds.id));
  const payees = await listPayees(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ account, ...row }) => {
    const reference = merchantRef(row.id);
    const ofRefund = payees.filter(({ refund_id }) => refund_id === row.id);
    const payee = ofRefund.at(-1);
    const ended = ofRefund.slice(0, -1).flatMap(endedPayees);
    if (!payee || payee.approved_by) {
      const number = payee ? payee.number : account;
      return { ...row, reference, number: row.doubt ? null : number, ended };
    }
    const { id, number, reason, requested_by: by, approve_from: from } = payee;
    const requestedPayee = { id, number: number ?? "", reason, by, from };
    return { ...row, reference, number: null, requestedPayee, ended };
  });
}

export type CashReturn = Pick<Refund, "id" | "order_id" | "amount" | "currency"> &
  Pick<Order, "payer_name" | "label_fr" | "reference">;

/** Approved refunds of cash, which are handed over at the desk, oldest first. */
export function listCashReturns(db: StaffDb): Promise<CashReturn[]> {
  const { id, order_id, amount, currency } = refunds;
  const { payer_name, label_fr, reference } = orders;
  return db
    .select({ id, order_id, amount, currency, payer_name, label_fr, reference })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, order_id))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, refunds.charge_id))
    .where(and(eq(refunds.mode, "live"), eq(refunds.status, "approved"), IS_CASH))
    .orderBy(asc(refunds.created_at), asc(id));
}

const endedPayees = ({ approved_by, number, reason, created_at: at }: RefundPayee) =>
  approved_by || number === null ? [] : [{ number, reason, at }];

/** The newest of each refund last. */
async function listPayees(db: StaffDb, ids: readonly string[]): Promise<RefundPayee[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(refundPayees)
    .where(inArray(refundPayees.refund_id, [...ids]))
    .orderBy(asc(refundPayees.created_at), asc(refundPayees.id));
}

/** For the operator's bulk payment, without what waits for a second person; logged. */
export async function exportPayouts(db: StaffDb): Promise<Payout[]> {
  const payouts = (await listPayouts(db)).filter(
    // A refused refund was of a provider, whose payer has no account at the operator.
    ({ doubt, isRefused, requestedPayee }) => !doubt && !isRefused && !requestedPayee,
  );
  const label = several(payouts.length, "remboursement", "remboursements");
  const after = { count: payouts.length };
  await audit(db, { action: "refunds.export-payouts", entity: "refunds", label, after });
  return payouts;
}

async function lockPayout(db: StaffDb, id: string): Promise<Payout> {
  await lockRefund(db, id);
  const [payout] = await listPayouts(db, [id]);
  if (!payout) throw new AppError("conflict", "ce remboursement n’est plus à envoyer");
  return payout;
}

/** Records that a refund was paid, by the operator's transaction number. */
export async function settlePayout(db: StaffDb, id: string, number: string): Promise<void> {
  const payout = await lockPayout(db, id);
  if (payout.doubt) throw new AppError("conflict", DISCREPANCY_MESSAGE);
  if (payout.requestedPayee) throw new AppError("conflict", "le numéro attend d’être approuvé");
  const reference = normaliseTransactionNumber(number);
  if (reference === "") throw new AppError("conflict", "le numéro de la transaction est requis");
  await recordRefund(db, id, { operatorReference: reference });
}

/** Records what a statement says was paid. Returns how many, and the lines that match nothing. */
export async function settleStatement(
  db: StaffDb,
  text: string,
): Promise<{ paid: number; rest: string[] }> {
  const open = (await listPayouts(db)).filter(
    ({ requestedPayee, doubt }) => !requestedPayee && !doubt,
  );
  // Locked in one order, so that two who paste the same do not deadlock.
  const orderIds = [...new Set(open.map(({ order_id }) => order_id))].sort();
  for (const id of orderIds) {
    await db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for("update");
  }
  const still = (await listPayouts(db)).filter(
    ({ id, doubt }) => !doubt && open.some((one) => one.id === id),
  );
  const { paid, rest } = readStatement(text, still);
  let count = 0;
  for (const { id, transaction } of paid) {
    if (await hasRefundWithNumber(db, transaction)) rest.push(transaction);
    else {
      await recordRefund(db, id, { operatorReference: transaction });
      count += 1;
    }
  }
  return { paid: count, rest };
}

/** Requests another number for a refund, which a second person approves. It replaces one that waits already. */
export async function requestPayee(
  db: StaffDb,
  id: string,
  { number, reason }: { number: string; reason: string },
): Promise<void> {
  const payout = await lockPayout(db, id);
  await db.insert(refundPayees).values({ refund_id: id, number, reason, requested_by: db.staffId });
  if (payout.requestedPayee) await auditPayee(db, "end-payee", payout);
  await auditPayee(db, "ask-payee", payout);
}

/**
 * Approves the number that was shown. Its requester cannot, nor a new account, unless nobody else can: then the first
 * press starts a wait of a day, sends an alert, and returns its end.
 * @param payeeId The number that was on the screen: another may have replaced it.
 * @throws AppError 'conflict'
 */
export async function approvePayee(
  db: StaffDb,
  id: string,
  payeeId: string,
  now = currentTime(),
): Promise<Date | undefined> {
  const payout = await lockPayout(db, id);
  const { requestedPayee } = payout;
  if (!requestedPayee) throw new AppError("conflict", "aucun numéro n’attend d’être approuvé");
  if (requestedPayee.id !== payeeId) {
    throw new AppError("conflict", "un autre numéro a été demandé depuis\u202f: relisez-le");
  }
  const wait = await payeeWait(db, payout, requestedPayee, now);
  await db
    .update(refundPayees)
    .set(wait ? { approve_from: wait } : { approved_by: db.staffId })
    .where(eq(refundPayees.id, requestedPayee.id));
  await auditPayee(db, wait ? "wait-payee" : "approve-payee", payout);
  return wait;
}

async function payeeWait(
  db: StaffDb,
  { id, amount, currency, order_id, reference }: Payout,
  { by: askedBy, from }: NonNullable<Payout["requestedPayee"]>,
  now: Date,
): Promise<Date | undefined> {
  const words = "une autre personne que celle qui a donné ce numéro doit l’approuver";
  const decision = { askedBy, from, of: "money" as const };
  const until = await checkSecondApproval(db, decision, db.staffId, { now, words });
  if (!until) return undefined;
  const wait = { amount, currency, reference, order: order_id, until };
  await queueWaitMails(db, refundWaitsMail, id, wait);
  return until;
}

const auditPayee = (
  db: StaffDb,
  verb: "ask-payee" | "end-payee" | "wait-payee" | "approve-payee",
  { id, payer_name }: Payout,
) => audit(db, { action: `refunds.${verb}`, entity: "refunds", entity_id: id, label: payer_name });

type OpenPayout = { id: string; number: string | null; amount: number; reference: string };

/** `rest`: the lines that match no open refund. */
type StatementReading = {
  paid: { id: string; transaction: string }[];
  rest: string[];
};

/** Digits of a national number: the country code may stand before it. */
const NATIONAL = 9;

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const isDate = (cell: string) =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(cell) || /^\d\d?:\d\d/.test(cell);

/** '25 000', '25000,00' and '25.000 FCFA' are one amount. */
const amountOf = (cell: string) => digitsOf(cell.replace(/[.,]0{1,2}(?=\D*$)/, ""));

const isNumber = (cell: string, number: string | null) =>
  number !== null &&
  digitsOf(number).length >= NATIONAL &&
  digitsOf(cell).endsWith(digitsOf(number).slice(-NATIONAL));

/**
 * A line of an operator's statement pays a refund when it holds its reference or number, its amount, and one
 * transaction number. What matches two refunds, or none, is left to people.
 */
export function readStatement(text: string, open: readonly OpenPayout[]): StatementReading {
  const reading: StatementReading = { paid: [], rest: [] };
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "") continue;
    const found = readLine(
      line,
      open.filter(({ id }) => !reading.paid.some((one) => one.id === id)),
    );
    const isKnown = reading.paid.some(({ transaction }) => transaction === found?.transaction);
    if (found && !isKnown) reading.paid.push(found);
    else reading.rest.push(line);
  }
  return reading;
}

function readLine(line: string, open: readonly OpenPayout[]) {
  const cells = (/[;\t|]/.test(line) ? line.split(/[;\t|]/) : line.split(/\s+/)).map((cell) =>
    cell.replaceAll('"', "").trim(),
  );
  const named = (payout: OpenPayout) => (cell: string) =>
    cell.toUpperCase() === payout.reference || isNumber(cell, payout.number);
  const fitting = open.filter(
    (payout) =>
      cells.some(named(payout)) && cells.some((cell) => amountOf(cell) === String(payout.amount)),
  );
  const [payout] = fitting;
  if (!payout || fitting.length > 1) return undefined;
  const others = cells.filter(
    (cell) => !named(payout)(cell) && amountOf(cell) !== String(payout.amount) && !isDate(cell),
  );
  const numbers = others.map(normaliseTransactionNumber).filter(isTransactionNumber);
  const lettered = numbers.filter((number) => /[A-Z]/.test(number));
  const [transaction, ...more] = lettered.length === 1 ? lettered : numbers;
  return transaction && more.length === 0 ? { id: payout.id, transaction } : undefined;
}
