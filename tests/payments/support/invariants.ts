import { sql } from "drizzle-orm";
import { asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { rowsOf } from "../../support/database/test-database.ts";
import { type Play, PRICE } from "./schedule-runner.ts";

type Standing = {
  status: string;
  seat: boolean;
  /** Attempts without an end. */
  unsettled: number;
  /** Attempts whose state says otherwise than the ledger whether they were paid. */
  forgetful: number;
  ledger: { txn: string; kind: string; amount: number; price: number }[];
  refunds: { id: string; txn: string; status: string }[];
};

/** Where an order stands when nothing more will happen. */
async function standingOf(orderId: string): Promise<Standing> {
  const [standing] = await asSystem("test", (db) =>
    rowsOf<Standing>(
      db,
      sql`select status,
        exists (select 1 from seats where order_id = o.id) as seat,
        (select count(*)::int from payments where order_id = o.id and status in
          ('created', 'initiating', 'unknown', 'pending', 'processing')) as unsettled,
        (select count(*)::int from payments p where order_id = o.id
          and (status in ('failed', 'cancelled', 'expired'))
          = exists (select 1 from ledger_entries where payment_id = p.id)) as forgetful,
        (select coalesce(json_agg(json_build_object('txn', provider_txn_id, 'kind', kind,
          'amount', amount, 'price', price_amount)), '[]') from ledger_entries
          where order_id = o.id) as ledger,
        (select coalesce(json_agg(json_build_object('id', r.id, 'txn', c.provider_txn_id,
          'status', r.status)), '[]') from refunds r
          join ledger_entries c on c.id = r.charge_id where r.order_id = o.id) as refunds
      from orders o where o.id = ${orderId}`,
    ),
  );
  if (!standing) throw new Error(`no order ${orderId}`);
  return standing;
}

/** What our ledger keeps of each of the provider's transactions. */
function ledgerKeeps({ ledger, refunds }: Standing): Map<string, number> {
  const stored = new Map<string, number>();
  for (const { kind, txn, amount } of ledger) {
    const of = kind === "refund" ? (refunds.find(({ id }) => id === txn)?.txn ?? "nothing") : txn;
    stored.set(of, (stored.get(of) ?? 0) + amount);
  }
  return stored;
}

/** Everything that is wrong with how a schedule ended: nothing, if the engine is right. */
export async function wrongsOf(play: Play): Promise<string[]> {
  const standing = await standingOf(play.orderId);
  const { status, seat, unsettled, forgetful, ledger, refunds } = standing;
  const confirmed = status === "confirmed";
  const ours = ledgerKeeps(standing);
  const sorted = (stored: Map<string, number>) => JSON.stringify([...stored].sort());
  const wrongs: string[] = [];
  const wrong = (is: boolean, what: string) => is && wrongs.push(`${what} (${status})`);

  wrong(sorted(ours) !== sorted(play.providerKeeps()), "the ledger is not what the provider took");
  const stored = [...ours.values()].filter((amount) => amount !== 0);
  wrong(confirmed && stored.join() !== String(PRICE), "confirmed, and not paid exactly once");
  wrong(!confirmed && stored.length > 0, "money kept for nothing");
  wrong(seat !== confirmed, seat ? "a seat for nothing" : "paid without a seat");
  const wellPaid = ledger.some(({ kind, price }) => kind === "charge" && price > 0);
  wrong(wellPaid && !confirmed && play.excuses.size === 0, "paid as asked, and not confirmed");
  wrong(!wellPaid && confirmed, "confirmed without money");
  wrong(status === "held" && play.schedule.held, "a place held for ever");
  wrong(unsettled > 0, "an attempt without an end");
  wrong(unsettled === 0 && forgetful > 0, "an attempt that forgets whether it was paid");
  wrong(
    refunds.some(({ status: one }) => !["done", "failed", "withdrawn"].includes(one)),
    "money on its way for ever",
  );
  return [...wrongs, ...play.broken];
}
