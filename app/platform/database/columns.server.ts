import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  customType,
  type ExtraConfigColumn,
  index,
  pgPolicy,
  pgRole,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { newId } from "../id.server.ts";

/** The three roles a transaction can take; see docs/decisions/two-doors.md. */
export const visitorRole = pgRole("site_visitor").existing();
export const staffRole = pgRole("site_staff").existing();
export const systemRole = pgRole("site_system").existing();

export const idColumn = () => uuid().primaryKey().$defaultFn(newId);

export const timestamps = {
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true })
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
};

const generatedText = customType<{ data: string; notNull: true }>({ dataType: () => "text" });

/**
 * What a search inside a list looks at: the given columns in lower case and without accents.
 * Pair it with `searchIndex`.
 */
export function searchText(...columns: string[]) {
  const joined = columns.map((name) => `coalesce("${name}", '')`).join(` || ' ' || `);
  return generatedText().generatedAlwaysAs(sql.raw(`search_form(${joined})`));
}

/** The policies of a table. Staff and the system's jobs may do everything; visitors what is named. */
export function doors(table: string, visitor: { reads?: SQL; inserts?: SQL } = {}) {
  return [
    pgPolicy(`${table}_staff`, {
      for: "all",
      to: staffRole,
      // In a sub-select it is asked once, not once a row.
      using: sql`(select is_admin())`,
      withCheck: sql`(select is_admin())`,
    }),
    // The door lets nobody but administrators take the role, and a condition here would keep the
    // planner from the search index: LIKE may not look at rows before a policy has.
    pgPolicy(`${table}_staff_reads`, { for: "select", to: staffRole, using: sql`true` }),
    systemDoor(table),
    ...(visitor.reads
      ? [
          pgPolicy(`${table}_visitor_reads`, {
            for: "select",
            to: visitorRole,
            using: visitor.reads,
          }),
        ]
      : []),
    ...(visitor.inserts
      ? [
          pgPolicy(`${table}_visitor_inserts`, {
            for: "insert",
            to: visitorRole,
            withCheck: visitor.inserts,
          }),
        ]
      : []),
  ];
}

/** The policy by which the product itself does everything. Alone, it keeps staff out of the table. */
export function systemDoor(table: string) {
  return pgPolicy(`${table}_system`, {
    for: "all",
    to: systemRole,
    using: sql`true`,
    withCheck: sql`true`,
  });
}

/** A CHECK that the column holds one of the rules' values: the enumeration lives in one place. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  const list = sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", "));
  return check(name, sql`${column} in (${list})`);
}

/** The trigram index that makes a search inside `search_text` fast. */
export function searchIndex(table: string, column: ExtraConfigColumn) {
  return index(`${table}_search`).using("gin", column.asc().op("gin_trgm_ops"));
}
