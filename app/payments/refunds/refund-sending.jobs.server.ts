import { and, eq, inArray, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { claimDue, isDueBy } from "../../core/database/doors/rows.server.ts";
import { log } from "../../core/log/log.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { jobSignal, LEASE_MS } from "../attempts/payments.ts";
import { callProvider } from "../attempts/provider-call.server.ts";
import { ledgerEntries, type Refund, refunds } from "../ledger/ledger.table.server.ts";
import { settle } from "../ledger/settlement.operations.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import { requestRefundAgain } from "../orders/refusals.operations.server.ts";
import {
  providerOf,
  type RefundAnswer,
  type RefundRequest,
  reasonCode,
  UNKNOWN,
} from "../providers/provider.ts";
import {
  finishRefund,
  hasMoneyDiscrepancy,
  lockRefund,
  moveRefund,
} from "./refunds.operations.server.ts";

const AT_ONCE = 10;
const LONGEST_WAIT_MS = 60 * MINUTE;

/** Sends approved refunds, and polls those without a final state. */
export async function sendDueRefunds(clock: () => Date): Promise<void> {
  for (;;) {
    const at = clock();
    const claimed = await asSystem("payments.refund", (db) => claim(db, at));
    await Promise.all(claimed.map((refund) => sendOne(refund, at)));
    if (claimed.length < AT_ONCE) return;
  }
}

type Sending = { refund: Refund; provider: string; request: RefundRequest };

async function claim(db: WriteDb, now: Date): Promise<Sending[]> {
  const claimed = await claimDue(db, refunds, {
    where: and(
      isDueBy(refunds.next_try_at, now),
      // A sent refund is polled even while its payment has a discrepancy.
      or(isNotNull(refunds.sent_at), notInArray(refunds.charge_id, chargesInDoubt(db))),
    ),
    limit: AT_ONCE,
    lease: {
      status: "sending",
      tries: sql`${refunds.tries} + 1`,
      sent_at: sql`coalesce(${refunds.sent_at}, ${now.toISOString()}::timestamptz)`,
      next_try_at: new Date(now.getTime() + LEASE_MS),
    },
  });
  if (claimed.length === 0) return [];
  const charges = await db
    .select({ id: ledgerEntries.id, txnId: ledgerEntries.provider_txn_id, payment: payments })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(
      inArray(
        ledgerEntries.id,
        claimed.map((refund) => refund.charge_id),
      ),
    );
  return claimed.flatMap((refund) => {
    const charge = charges.find(({ id }) => id === refund.charge_id);
    if (!charge) return [];
    const { txnId, payment } = charge;
    const { id: key, amount, currency } = refund;
    const request = { key, merchantRef: payment.merchant_ref, txnId, amount, currency };
    return [{ refund, provider: payment.provider, request }];
  });
}

const chargesInDoubt = (db: WriteDb) =>
  db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(hasMoneyDiscrepancy);

async function sendOne(sending: Sending, now: Date): Promise<void> {
  const { id } = sending.refund;
  try {
    const answer = await askProvider(sending, now, jobSignal());
    await asSystem("payments.refund", (db) => settleRefund(db, id, answer, now));
  } catch (error) {
    log.error({ err: error, refund: id }, "refund not settled");
  }
}

/**
 * Sends a refund as long as the provider remembers its key; with the provider's id it is only polled. `dead`: sent
 * again, it could be refunded twice.
 */
async function askProvider(
  { refund, provider, request }: Sending,
  now: Date,
  signal: AbortSignal,
): Promise<RefundAnswer | "dead"> {
  const calls = providerOf({ provider, mode: refund.mode })?.refunds;
  if (!calls) return UNKNOWN;
  const { provider_ref: id, sent_at: sentAt } = refund;
  if (id) {
    const find = () => calls.find({ ...request, id }, signal);
    return callProvider<RefundAnswer>("refund state", signal, find, UNKNOWN);
  }
  if (sentAt && now.getTime() >= sentAt.getTime() + calls.keyLifeMs) return "dead";
  return callProvider<RefundAnswer>("refund", signal, () => calls.send(request, signal), UNKNOWN);
}

async function settleRefund(
  db: WriteDb,
  id: string,
  answer: RefundAnswer | "dead",
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  // Staff decided meanwhile, or another process applied the answer.
  if (refund.status !== "sending") return;
  if (answer === "dead") {
    // A person looks at the provider whether it was refunded, and records it.
    return moveRefund(db, refund, ["sending"], { status: "unknown", next_try_at: null });
  }
  const answered = { provider_ref: refund.provider_ref ?? answer.id };
  if (answer.state === "done") {
    return finishRefund(db, order, refund, charge, ["sending"], answered, now);
  }
  if (answer.state === "failed") {
    const refusal = answer.reason ? reasonCode(answer.reason) : null;
    const refused = { ...answered, status: "failed" as const, next_try_at: null, refusal };
    await moveRefund(db, refund, ["sending"], refused);
    await requestRefundAgain(db, refund, charge, refusal);
    await settle(db, order, now);
    return;
  }
  const wait = Math.min(2 ** (refund.tries - 1) * MINUTE, LONGEST_WAIT_MS);
  const retry = { status: answer.state, next_try_at: new Date(now.getTime() + wait) };
  await moveRefund(db, refund, ["sending"], { ...answered, ...retry });
}
