import { asc, eq, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { fulfilmentOf } from "./fulfilment.ts";
import { orders } from "./orders.table.server.ts";
import { ORDER_KINDS } from "./orders.ts";

/** How many orders are tests. */
export function countTests(db: StaffDb): Promise<number> {
  return db.$count(orders, eq(orders.mode, "test"));
}

/**
 * Removes every order that is a test, its money, and the registrations and memberships that it made.
 * @throws AppError 'conflict' when there are others than were `seen`.
 */
export async function removeTests(db: StaffDb, seen: number): Promise<number> {
  const tests = await db
    .select()
    .from(orders)
    .where(eq(orders.mode, "test"))
    .orderBy(asc(orders.id))
    .for("update");
  if (tests.length === 0) return 0;
  if (tests.length !== seen) {
    throw new AppError("conflict", `il y en a ${tests.length} maintenant, relisez la page`);
  }
  for (const kind of ORDER_KINDS) {
    const own = tests.filter((order) => order.kind === kind);
    if (own.length > 0) await fulfilmentOf(kind).discard(db, own);
  }
  await db.execute(sql`select remove_tests()`);
  await audit(db, {
    action: "orders.remove-tests",
    entity: "orders",
    label: tests.length === 1 ? "1 commande d’essai" : `${tests.length} commandes d’essai`,
    after: { count: tests.length },
  });
  return tests.length;
}
