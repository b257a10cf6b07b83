import { is, type SQL, sql } from "drizzle-orm";
import { PgColumn, type SelectedFields } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";

/**
 * Reads columns of many rows; `from` is the statement from its FROM clause on. Drizzle works out how to
 * decode every field of every row, which costs more than decoding it: here that happens once per column.
 */
export async function readMany<Row>(db: StaffDb, columns: SelectedFields, from: SQL) {
  const fields = Object.entries(columns);
  const selection = fields.map(([name, field]) => sql`${field} as ${sql.identifier(name)}`);
  const rows = await rowsOf<Record<string, unknown>>(
    db,
    sql`select ${sql.join(selection, sql`, `)} from ${from}`,
  );
  for (const [name, field] of fields) {
    if (!is(field, PgColumn) || readsAsItCame(field)) continue;
    for (const row of rows) {
      if (row[name] !== null) row[name] = field.mapFromDriverValue(row[name]);
    }
  }
  return rows as Row[];
}

/** Whether what the driver gives is already what the column holds. */
const readsAsItCame = (column: PgColumn) =>
  column.mapFromDriverValue === PgColumn.prototype.mapFromDriverValue;
