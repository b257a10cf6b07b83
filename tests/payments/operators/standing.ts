import { sql } from "drizzle-orm";
import { asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { rowsOf } from "../../support/database/test-database.ts";

export type LedgerLine = {
  id: string;
  kind: "charge" | "refund" | "chargeback" | "correction";
  provider: string;
  txn: string;
  amount: number;
  currency: string;
  price: number;
};
export type RefundLine = {
  id: string;
  charge: string;
  amount: number;
  currency: string;
  status: string;
  source: string;
  reason: string;
  by_hand: boolean;
  /** Whoever asked for it approved it. */
  alone: boolean;
};

/** Where an order stands, as the rows say it. */
export type Standing = {
  status: string;
  /** Cash makes a test real: what a test took at the operator is no money of it. */
  mode: "live" | "test";
  kind: string;
  seat: boolean;
  attempts: { ref: string; provider: string; status: string; paid: boolean }[];
  ledger: LedgerLine[];
  refunds: RefundLine[];
};

export async function standingOf(orderId: string): Promise<Standing> {
  const [standing] = await asSystem("test", (db) =>
    rowsOf<Standing>(
      db,
      sql`select status, mode, kind,
        exists (select 1 from seats where order_id = o.id) as seat,
        (select coalesce(json_agg(json_build_object('ref', merchant_ref, 'provider', provider,
          'status', status, 'paid', exists
            (select 1 from ledger_entries where payment_id = p.id))), '[]')
          from payments p where order_id = o.id) as attempts,
        (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'provider', provider,
          'txn', provider_txn_id, 'amount', amount, 'currency', currency, 'price', price_amount)
          order by created_at, id), '[]')
          from ledger_entries where order_id = o.id) as ledger,
        (select coalesce(json_agg(json_build_object('id', id, 'charge', charge_id,
          'amount', amount, 'currency', currency, 'status', status, 'source', source, 'reason', reason,
          'by_hand', recorded_by is not null,
          'alone', requested_by = approved_by)), '[]') from refunds where order_id = o.id) as refunds
      from orders o where o.id = ${orderId}`,
    ),
  );
  if (!standing) throw new Error(`no order ${orderId}`);
  return standing;
}
