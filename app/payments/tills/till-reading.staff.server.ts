import { and, asc, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { holdsNow } from "../../auth/staff/administrators.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { ledgerEntries } from "../ledger/ledger.table.server.ts";
import { orders } from "../orders/orders.table.server.ts";
import { balanceOf } from "./till-book.operations.server.ts";
import {
  type Till,
  type TillEntry,
  type TillHandover,
  tillEntries,
  tillHandovers,
  tills,
} from "./tills.table.server.ts";
import { type Cash, NO_CASH } from "./tills.ts";

/** Reading tills. */

const NEWEST = 100;

export type TillLine = Pick<
  TillEntry,
  "id" | "kind" | "currency" | "amount" | "counted" | "note" | "created_at"
> & {
  /** Of a payment, or of a refund: whose. */
  order_id: string | null;
  payer_name: string | null;
};

export type TillFile = {
  till: Till;
  owner: { name: string; isActive: boolean };
  balance: Cash;
  entries: TillLine[];
};

/** A till with its last movements, the newest first. */
export async function findTill(db: StaffDb, id: string): Promise<TillFile | undefined> {
  const [row] = await db
    .select({
      till: tills,
      name: profiles.name,
      isActive: sql<boolean>`${holdsNow("payments.manage")}`,
    })
    .from(tills)
    .innerJoin(profiles, eq(profiles.id, tills.owner))
    .where(eq(tills.id, id));
  if (!row) return undefined;
  const { kind, currency, amount, counted, note, created_at } = tillEntries;
  const entries = await db
    .select({
      id: tillEntries.id,
      kind,
      currency,
      amount,
      counted,
      note,
      created_at,
      order_id: orders.id,
      payer_name: orders.payer_name,
    })
    .from(tillEntries)
    .leftJoin(ledgerEntries, eq(ledgerEntries.id, tillEntries.ledger_id))
    .leftJoin(orders, eq(orders.id, ledgerEntries.order_id))
    .where(eq(tillEntries.till_id, id))
    .orderBy(desc(created_at), desc(tillEntries.id))
    .limit(NEWEST);
  const owner = { name: row.name, isActive: row.isActive };
  return { till: row.till, owner, balance: await balanceOf(db, id), entries };
}

/** The till that somebody has open. */
export async function findOpenTill(db: StaffDb, owner: string): Promise<TillFile | undefined> {
  const [open] = await db
    .select({ id: tills.id })
    .from(tills)
    .where(and(eq(tills.owner, owner), isNull(tills.closed_at)));
  return open && findTill(db, open.id);
}

export type HandoverLine = Pick<
  TillHandover,
  "id" | "receiver" | "sent_by" | "currency" | "amount" | "created_at" | "updated_at"
> & { sender: string; to: string | null };

/** What is in transit, the oldest first: all of it, or what somebody sends or is to receive. */
export function listInTransit(db: StaffDb, person?: string): Promise<HandoverLine[]> {
  const receivers = alias(profiles, "receivers");
  const { id, receiver, sent_by, currency, amount, created_at, updated_at, status } = tillHandovers;
  return db
    .select({
      id,
      receiver,
      sent_by,
      currency,
      amount,
      created_at,
      updated_at,
      sender: profiles.name,
      to: receivers.name,
    })
    .from(tillHandovers)
    .innerJoin(profiles, eq(profiles.id, sent_by))
    .leftJoin(receivers, eq(receivers.id, receiver))
    .where(
      and(
        eq(status, "in_transit"),
        person === undefined ? undefined : or(eq(sent_by, person), eq(receiver, person)),
      ),
    )
    .orderBy(asc(created_at), asc(id));
}

/** Who may receive cash: everybody else who takes money for the federation. */
export const listReceivers = (
  db: StaffDb,
  owner: string,
): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(and(holdsNow("payments.manage"), ne(profiles.id, owner)))
    .orderBy(asc(profiles.name), asc(profiles.id));

export type TillRow = Pick<Till, "id" | "owner" | "created_at" | "closed_at"> & {
  name: string;
  /** Whether its owner still takes money: if not, others take over what is in it. */
  isOwned: boolean;
  balance: Cash;
  counted_at: Date | null;
  /** What counts added to the books, or took from them. */
  differences: Cash;
};

/** Every open till, then those that were closed last. */
export async function listTills(db: StaffDb): Promise<TillRow[]> {
  const sums = db
    .select({
      till_id: tillEntries.till_id,
      currency: tillEntries.currency,
      balance: sql<number>`sum(${tillEntries.amount})`.mapWith(Number).as("balance"),
      difference:
        sql<number>`sum(case when ${tillEntries.kind} = 'count' then ${tillEntries.amount} else 0 end)`
          .mapWith(Number)
          .as("difference"),
      counted_at:
        sql<Date | null>`max(case when ${tillEntries.kind} = 'count' then ${tillEntries.created_at} end)`
          .mapWith(tillEntries.created_at)
          .as("counted_at"),
    })
    .from(tillEntries)
    .groupBy(tillEntries.till_id, tillEntries.currency)
    .as("sums");
  const shown = db
    .select({ id: tills.id })
    .from(tills)
    .orderBy(sql`${tills.closed_at} is not null`, desc(tills.created_at), desc(tills.id))
    .limit(NEWEST);
  const rows = await db
    .select({
      id: tills.id,
      owner: tills.owner,
      created_at: tills.created_at,
      closed_at: tills.closed_at,
      name: profiles.name,
      isOwned: sql<boolean>`${holdsNow("payments.manage")}`,
      currency: sums.currency,
      sum: sums.balance,
      difference: sums.difference,
      counted_at: sums.counted_at,
    })
    .from(tills)
    .innerJoin(profiles, eq(profiles.id, tills.owner))
    .leftJoin(sums, eq(sums.till_id, tills.id))
    .where(sql`${tills.id} in ${shown}`)
    .orderBy(sql`${tills.closed_at} is not null`, desc(tills.created_at), desc(tills.id));
  const lines = new Map<string, TillRow>();
  for (const { currency, sum, difference, ...till } of rows) {
    const line = lines.get(till.id) ?? {
      ...till,
      balance: { ...NO_CASH },
      differences: { ...NO_CASH },
    };
    if (currency) {
      line.balance[currency] = sum ?? 0;
      line.differences[currency] = difference ?? 0;
      line.counted_at ??= till.counted_at;
    }
    lines.set(till.id, line);
  }
  return [...lines.values()];
}
