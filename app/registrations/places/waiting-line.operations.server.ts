import { and, count, eq, gte, not, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { eventRegistrations } from "../registrations.table.server.ts";

/**
 * The place in the line of a registration that waits: 1 is next. Those who have nothing proven yet do not
 * stand before those who have.
 */
export async function positionOf(db: WriteDb, id: string): Promise<number> {
  const mine = alias(eventRegistrations, "mine");
  const [row] = await db
    .select({ position: count() })
    .from(eventRegistrations)
    .innerJoin(
      mine,
      and(
        eq(mine.event_id, eventRegistrations.event_id),
        gte(mine.arrival, eventRegistrations.arrival),
        or(mine.proof_needed, not(eventRegistrations.proof_needed)),
      ),
    )
    .where(and(eq(mine.id, id), eq(eventRegistrations.status, "waiting")));
  return row?.position ?? 0;
}
