import { and, count, eq, ne, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";

/** How many other rows of a table have the e-mail address of this one: a correction of one leaves them as they are. */
export async function countAtSameAddress(
  db: StaffDb,
  table: PgTable & { id: PgColumn; email: PgColumn },
  { id, email }: { id: string; email: string },
): Promise<number> {
  const [row] = await db
    .select({ others: count() })
    .from(table as PgTable)
    .where(and(eq(sql`lower(${table.email})`, email.toLowerCase()), ne(table.id, id)));
  return row?.others ?? 0;
}
