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
import { payments } from "../attempts/payments.table.server.ts";
import { FEDERATION } from "../attempts/payments.ts";
import type { WriteDb } from "./fulfilment.ts";

/** The attempts of an order whose end its provider knows and we do not. */
const ASKED_AFTER = ["unknown", "pending", "processing"] as const;

/** Attempts whose provider took money, which it may have given back without our knowing. */
const PAID = ["succeeded", "partially_refunded", "review"] as const;

/** Of the others the provider was never asked, and can say nothing. */
const UNSENT = ["created", "initiating"] as const;

const OF_KIND = {
  /** Their end is not known here. */
  open: inArray(payments.status, ASKED_AFTER),
  /** What became of the money may not be. */
  paid: inArray(payments.status, PAID),
  /** Every attempt of which its provider can say something now, also what has ended since. */
  sent: notInArray(payments.status, [...UNSENT]),
};

export type AttemptKind = keyof typeof OF_KIND;

/** Attempts that were not asked about since a moment. */
export const attemptsToAsk = (notSince: Date | undefined, kind: AttemptKind): SQL | undefined =>
  and(
    OF_KIND[kind],
    ne(payments.provider, FEDERATION),
    notSince && or(isNull(payments.asked_at), lte(payments.asked_at, notSince)),
  );

/** How many orders have such attempts. */
export async function countOrdersToAsk(
  db: WriteDb,
  notSince: Date,
  kind: AttemptKind,
): Promise<number> {
  const [row] = await db
    .select({ count: countDistinct(payments.order_id) })
    .from(payments)
    .where(attemptsToAsk(notSince, kind));
  return row?.count ?? 0;
}

type Which = { kind: AttemptKind; notSince: Date; after: string | undefined; limit: number };

/** The ids of the next orders that have such attempts, in their order. */
export async function nextOrdersToAsk(
  db: WriteDb,
  { kind, notSince, after, limit }: Which,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payments.order_id })
    .from(payments)
    .where(and(attemptsToAsk(notSince, kind), after ? gt(payments.order_id, after) : undefined))
    .orderBy(asc(payments.order_id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
