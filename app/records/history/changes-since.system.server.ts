import { and, asc, eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { ManagedTable } from "../records.staff.server.ts";
import { auditLog, auditValues } from "./audit.table.server.ts";
import { withDates } from "./versions.operations.server.ts";

/** What others did to a record since a form with it was opened. */
export type ChangesSince = {
  /** Who changed it last. */
  by: { id: string | null; name: string } | undefined;
  /** The columns that they changed, as they were when the form was opened. */
  before: Record<string, unknown>;
  /** What they changed beside the columns, of which the earlier words are not known. */
  others: string[];
};

/** Reads, for somebody who edits the record, what the log says of it since a moment. */
export async function readChangesSince(
  table: ManagedTable,
  id: string,
  since: Date,
): Promise<ChangesSince> {
  const entity = getTableName(table);
  const entries = await asSystem("forms.conflict", (db) =>
    db
      .select({ id: auditLog.staff_id, name: auditLog.staff_name, before: auditValues.before })
      .from(auditLog)
      .leftJoin(auditValues, eq(auditValues.id, auditLog.id))
      .where(
        and(
          eq(auditLog.entity, entity),
          eq(auditLog.entity_id, id),
          // Forms carry the moment to the millisecond.
          sql`date_trunc('milliseconds', ${auditLog.created_at}) > ${since.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(auditLog.created_at), asc(auditLog.id)),
  );
  // Of several changes of a column, the first one knows what it was.
  const earliest = Object.assign({}, ...entries.toReversed().map(({ before }) => before ?? {}));
  const columns = getTableColumns(table);
  const known = Object.entries(earliest).filter(([name]) => name in columns);
  return {
    by: entries.at(-1),
    before: withDates(table, Object.fromEntries(known)),
    others: Object.keys(earliest).filter((name) => !(name in columns)),
  };
}
