import { inArray, lte, sql } from "drizzle-orm";
import { claimDue } from "../core/database/claim-due.server.ts";
import { asSystem } from "../core/database/doors.server.ts";
import { log } from "../core/log.server.ts";
import type { WriteDb } from "./fulfilment.ts";
import { LEASE_MS } from "./payments.ts";
import { providerById, type RefundAnswer } from "./provider.ts";
import { callProvider } from "./provider-call.server.ts";
import { finishRefund, lockRefund, moveRefund } from "./refunds.operations.server.ts";
import { ledgerEntries, type Refund, refunds } from "./refunds.table.server.ts";
import { settle } from "./settlement.operations.server.ts";

const AT_ONCE = 10;
const MINUTE = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE;

/** Sends approved refunds, and asks again about those whose outcome is not known: with the same key. */
export async function sendDueRefunds(clock: () => Date): Promise<void> {
  for (;;) {
    const at = clock();
    const claimed = await asSystem("payments.refund", (db) => claim(db, at));
    for (const refund of claimed) await sendOne(refund, at);
    if (claimed.length < AT_ONCE) return;
  }
}

type Sending = { refund: Refund; provider: string; txnId: string };

async function claim(db: WriteDb, now: Date): Promise<Sending[]> {
  const claimed = await claimDue(db, refunds, {
    where: lte(refunds.next_try_at, now),
    limit: AT_ONCE,
    lease: {
      status: "sending",
      tries: sql`${refunds.tries} + 1`,
      next_try_at: new Date(now.getTime() + LEASE_MS),
    },
  });
  if (claimed.length === 0) return [];
  const charges = await db
    .select()
    .from(ledgerEntries)
    .where(
      inArray(
        ledgerEntries.id,
        claimed.map((refund) => refund.charge_id),
      ),
    );
  return claimed.flatMap((refund) => {
    const charge = charges.find(({ id }) => id === refund.charge_id);
    return charge ? [{ refund, provider: charge.provider, txnId: charge.provider_txn_id }] : [];
  });
}

async function sendOne({ refund, provider, txnId }: Sending, now: Date): Promise<void> {
  const { id: key, amount, currency } = refund;
  const answer = await callProvider<RefundAnswer>(
    "refund",
    async () =>
      (await providerById(provider)?.refund?.({ key, txnId, amount, currency })) ?? {
        state: "unknown",
      },
    { state: "unknown" },
  );
  try {
    await asSystem("payments.refund", (db) => settleRefund(db, key, answer, now));
  } catch (error) {
    log.error({ err: error, refund: key }, "refund not settled");
  }
}

/** Applies the provider's answer to a refund that was sent. */
async function settleRefund(
  db: WriteDb,
  id: string,
  answer: RefundAnswer,
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  // Staff decided in the meantime, or another process applied the same answer.
  if (refund.status !== "sending") return;
  const answered = { provider_ref: answer.providerRef ?? refund.provider_ref };
  if (answer.state === "done") {
    return finishRefund(db, order, refund, charge, ["sending"], answered, now);
  }
  if (answer.state === "failed") {
    const refused = { ...answered, status: "failed" as const, next_try_at: null };
    await moveRefund(db, refund, ["sending"], refused);
    // The money still has to be returned: `settle` requests a new refund.
    await settle(db, order, now);
    return;
  }
  const wait = Math.min(2 ** (refund.tries - 1) * MINUTE, LONGEST_WAIT_MS);
  const retry = { status: answer.state, next_try_at: new Date(now.getTime() + wait) };
  await moveRefund(db, refund, ["sending"], { ...answered, ...retry });
}
