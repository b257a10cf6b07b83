import {
  and,
  asc,
  countDistinct,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
} from "drizzle-orm";
import type { WriteDb } from "./fulfilment.ts";
import { payments } from "./payments.table.server.ts";
import { FEDERATION } from "./payments.ts";

/** The attempts of an order whose end its provider knows and we do not. */
const ASKED_AFTER = ["unknown", "pending", "processing"] as const;

/** Attempts that were not asked about since a moment. */
export const openAttempts = (notSince: Date | undefined): SQL | undefined =>
  and(
    inArray(payments.status, ASKED_AFTER),
    notSince && or(isNull(payments.asked_at), lte(payments.asked_at, notSince)),
  );

/** Every attempt of which its provider can say something now, also what has ended since. */
export const askableAttempts = (notSince: Date | undefined): SQL | undefined =>
  and(
    notInArray(payments.status, ["created", "initiating"]),
    ne(payments.provider, FEDERATION),
    notSince && or(isNull(payments.asked_at), lte(payments.asked_at, notSince)),
  );

export async function countUnsettledOrders(db: WriteDb, notSince: Date): Promise<number> {
  const [row] = await db
    .select({ count: countDistinct(payments.order_id) })
    .from(payments)
    .where(openAttempts(notSince));
  return row?.count ?? 0;
}

type Which = { notSince: Date; after: string | undefined; limit: number };

/** The ids of the next orders that have such attempts, in their order. */
export async function nextUnsettledOrders(
  db: WriteDb,
  { notSince, after, limit }: Which,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payments.order_id })
    .from(payments)
    .where(and(openAttempts(notSince), after ? gt(payments.order_id, after) : undefined))
    .orderBy(asc(payments.order_id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
