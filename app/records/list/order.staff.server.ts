import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Cursor } from "./list-query.ts";
import type { ListRequest } from "./listing.staff.server.ts";

/** The order in which a table is read, and the cursor that it starts from. */
export type Ordering = {
  by: PgColumn | SQL;
  id: PgColumn | SQL;
  /** The type of `by`. */
  type: string;
  descending: boolean;
  cursor?: Cursor;
};

export function orderingOf({ table, sorts, query }: ListRequest): Ordering {
  const by = sorts[query.sort];
  if (!by) throw new Error(`no column behind the order ${query.sort}`);
  const type = by.getSQLType();
  const position = query.after ?? query.before;
  const cursor = position && canBe(type, position.value) ? position : undefined;
  const backwards = cursor !== undefined && cursor === query.before;
  return { by, id: table.id, type, descending: query.descending !== backwards, cursor };
}

export function inOrder({ by, id, descending }: Ordering): SQL {
  const direction = sql.raw(descending ? "desc" : "asc");
  return sql`${by} ${direction}, ${id} ${direction}`;
}

/** The rows after the cursor in the order. */
export function afterCursor({ by, id, type, descending, cursor }: Ordering): SQL | undefined {
  const than = sql.raw(descending ? "<" : ">");
  return (
    cursor && sql`(${by}, ${id}) ${than} (${cursor.value}::${sql.raw(type)}, ${cursor.id}::uuid)`
  );
}

const isMoment = (type: string) => type.startsWith("timestamp");

/** A value of the order as a cursor carries it: exact, and the same whatever the server's time zone. */
export function asText({ by, type }: Ordering): SQL<string> {
  if (!isMoment(type)) return sql`${by}::text`;
  return sql`to_char(${by} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Whether a value from an address is valid for the column type; if not, it is ignored. */
function canBe(type: string, value: string): boolean {
  if (type.startsWith("text")) return true;
  if (type === "integer" || type === "bigint") {
    const limit = type === "integer" ? 2 ** 31 : 2 ** 63;
    return /^-?\d{1,18}$/.test(value) && Math.abs(Number(value)) < limit;
  }
  const form = isMoment(type)
    ? /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
    : /^[12]\d{3}-\d\d-\d\d$/;
  const moment = new Date(value);
  const real = form.test(value) && !Number.isNaN(moment.getTime());
  return real && moment.toISOString().startsWith(value.slice(0, 19));
}
