import { getTableName } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import { audit } from "./audit.staff.server.ts";
import type { ListQuery } from "./list-query.ts";
import { type Listed, whole } from "./listing.staff.server.ts";

/**
 * Writes down that somebody takes the rows of a list away with them, and which, before they get the
 * first of them. Returns how many.
 * @param words What one of them is called, and several.
 */
export async function recordExport(
  db: StaffDb,
  asked: Listed,
  query: ListQuery,
  [one, several]: readonly [string, string],
): Promise<number> {
  const entity = getTableName(asked.table);
  const count = await db.$count(asked.table, whole(asked));
  await audit(db, {
    action: `${entity}.export`,
    entity,
    label: `${count} ${count > 1 ? several : one}`,
    after: { count, search: query.q, ...query.filters },
  });
  return count;
}
