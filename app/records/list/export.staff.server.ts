import { getTableName } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { audit } from "../history/audit.staff.server.ts";
import type { ListQuery } from "./list-query.ts";
import { type ListRequest, whole } from "./listing.staff.server.ts";

/**
 * Records who exports which rows of a list, before the first row is sent. Returns how many there are.
 * @param words What one of them is called, and several.
 */
export async function recordExport(
  db: StaffDb,
  list: ListRequest,
  query: ListQuery,
  [one, several]: readonly [string, string],
): Promise<number> {
  const entity = getTableName(list.table);
  const count = await db.$count(list.table, whole(list));
  await audit(db, {
    action: `${entity}.export`,
    entity,
    label: `${count} ${count > 1 ? several : one}`,
    after: { count, search: query.q, ...query.filters },
  });
  return count;
}
