import { sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";

/** Orders that contradict their ledger: references only, no names. */
type LedgerDifferences = {
  orders: number;
  references: string[];
  /** Given, and not paid any more. */
  owing: { orders: number; references: string[] };
};

/** The embedded database runs one statement at a time, and visitors wait for it. */
const AT_ONCE = 1_000;
const REFERENCES = 10;

/**
 * Compares every order with its ledger, except what changed within the hour. Wrong is a confirmed order with less than
 * its price that does not owe, an ended one that kept money, and a refund that was made and not booked.
 */
export async function findLedgerDifferences(atOnce = AT_ONCE): Promise<LedgerDifferences> {
  const owing = { orders: 0, references: [] };
  const found: LedgerDifferences = { orders: 0, references: [], owing };
  let after: string | undefined = FIRST;
  while (after !== undefined) {
    const from: string = after;
    const { last, wrong, owed }: Page = await asSystem("health.ledger", (db) =>
      readPage(db, from, atOnce),
    );
    add(found, wrong);
    add(found.owing, owed);
    after = last;
  }
  return found;
}

function add(to: { orders: number; references: string[] }, some: readonly string[]): void {
  to.orders += some.length;
  to.references.push(...some.slice(0, REFERENCES - to.references.length));
}

const FIRST = "00000000-0000-0000-0000-000000000000";
type Page = { last?: string; wrong: string[]; owed: string[] };

async function readPage(db: SystemDb, after: string, atOnce: number): Promise<Page> {
  const { rows } = (await db.execute(sql`
    with page as (
      select * from orders where id > ${after} order by id limit ${atOnce}
    ), compared as (
      select o.id, o.reference, o.updated_at < site_now() - interval '1 hour' and (
        (o.status = 'confirmed' and not o.owes and m.counted < o.price_amount - o.waived)
        or (o.status in ('cancelled', 'expired', 'refunded') and m.kept and not r.returning)
        or r.unbooked) as wrong,
        o.owes and o.updated_at < site_now() - interval '1 hour' as owed
      from page o
      cross join lateral (
        select coalesce(sum(l.price_amount) filter (where l.kind <> 'refund'), 0) as counted,
          coalesce((select bool_or(of_one.sum <> 0) from (select sum(amount) from ledger_entries k
            where k.order_id = o.id group by k.currency) of_one), false) as kept
        from ledger_entries l where l.order_id = o.id) m
      cross join lateral (
        select coalesce(bool_or(f.status not in ('done', 'withdrawn')), false) as returning,
          coalesce(bool_or(f.status = 'done' and not exists (select from ledger_entries b
            where b.order_id = o.id and b.kind = 'refund' and b.provider_txn_id = f.id::text
              and b.amount = -f.amount)), false) as unbooked
        from refunds f where f.order_id = o.id) r
    )
    select (select max(id::text) from page) as last, (select count(*)::int from page) as read,
      coalesce((select array_agg(reference order by id) from compared where wrong), '{}') as wrong,
      coalesce((select array_agg(reference order by id) from compared where owed), '{}') as owed`)) as unknown as {
    rows: { last: string | null; read: number; wrong: string[]; owed: string[] }[];
  };
  const [{ last, read, wrong, owed } = { last: null, read: 0, wrong: [], owed: [] }] = rows;
  return { wrong, owed, ...(last !== null && read === atOnce && { last }) };
}
