import { sql } from "drizzle-orm";
import { newId } from "../../core/secrets/id.server.ts";
import { ledgerEntries, type Refund, refunds } from "../ledger/ledger.table.server.ts";
import { journal } from "../ledger/settlement.operations.server.ts";
import type { RemainingCharge } from "../ledger/settlement.ts";
import type { WriteDb } from "./fulfilment.ts";

/** Refunds that a provider refused for good: the money is still owed. */

/**
 * Asks anew for what a provider has just refused, of an order that is locked: for the same reason, in the name of
 * whoever had asked. Somebody lets it go once more, returns it by hand, or withdraws it.
 */
export async function requestRefundAgain(
  db: WriteDb,
  refund: Refund,
  charge: RemainingCharge,
  refusal: string | null,
): Promise<void> {
  const { id: replaces, order_id, charge_id, amount, currency } = refund;
  const body = { refund: replaces, step: "refused", ...(refusal && { reason: refusal }) };
  await journal(db, { order_id, payment_id: charge.payment_id, body });
  // The provider took the charge back meanwhile: there is nothing to return.
  if (charge.takenBack) return;
  const { source, reason, requested_by, holder_asked } = refund;
  await db.insert(refunds).values({
    id: newId(),
    order_id,
    charge_id,
    amount,
    currency,
    source,
    reason,
    requested_by,
    holder_asked,
    replaces,
  });
}

/** What other refunds of the same charge promise, but for what was asked for in the place of this one. */
const promised = sql`coalesce((select sum(other.amount) from refunds other
  where other.charge_id = ${refunds.charge_id} and other.status not in ('failed', 'withdrawn')
    and not (other.status = 'requested'
      and (other.source = 'system' or other.replaces = ${refunds.id}))), 0)`;

/** Refused, and nobody has let it go again, withdrawn it or returned it: people pay it. Read beside its charge. */
export const isOpenRefusal = sql<boolean>`(${refunds.status} = 'failed'
  and not exists (select from refunds next where next.replaces = ${refunds.id}
    and next.status <> 'requested')
  and ${refunds.amount} <= ${ledgerEntries.amount} - ${promised}
  and not exists (select from ledger_entries undone where undone.kind = 'chargeback'
    and undone.provider = ${ledgerEntries.provider}
    and undone.provider_txn_id = ${ledgerEntries.provider_txn_id}))`;
