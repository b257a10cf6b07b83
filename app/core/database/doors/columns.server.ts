import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  customType,
  type ExtraConfigColumn,
  index,
  type PgTable,
  pgPolicy,
  pgRole,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { currentTime } from "../../process/clock.ts";
import { newId } from "../../secrets/id.server.ts";
import type { PublicationState } from "../../values/publication.ts";
import type { OfficeRole } from "../../values/roles.ts";

/** The roles that a transaction can take; see docs/decisions/two-doors.md. */
export const visitorRole = pgRole("site_visitor").existing();
export const staffRole = pgRole("site_staff").existing();
/** The role of all staff who are not administrators; office-rights.sql grants what each may do. */
const officeRole = pgRole("site_office").existing();
/** The database roles of all staff. */
export const staffRoles = [staffRole, officeRole];
/** Staff at the entrance of an event, the only role whose rights depend on rows. */
export const doorRole = pgRole("site_office_door").existing();
const systemRole = pgRole("site_system").existing();

/** The default of time columns: the transaction's time, which comes from the application's clock. */
export const SITE_NOW = sql`site_now()`;

export const idColumn = () => uuid().primaryKey().$defaultFn(newId);

export const timestamps = {
  created_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  updated_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW).$onUpdate(currentTime),
};

const generated = (type: string) =>
  customType<{ data: string; notNull: true }>({ dataType: () => type });
const generatedText = generated("text");
const orderedText = generated('text COLLATE "C"');

/** The given columns in lower case and without accents. */
const searchForm = (columns: string[]) =>
  sql.raw(`search_form(${columns.map((name) => `coalesce("${name}", '')`).join(` || ' ' || `)})`);

/** The text that a list is searched by. Pair it with `searchIndex`. */
export const searchText = (...columns: string[]) =>
  generatedText().generatedAlwaysAs(searchForm(columns));

/**
 * The sort key of a text, without accents, in the same order on every server whatever its collation. With
 * `prefixIndex`, a search in this order is fast too.
 */
export const orderText = (...columns: string[]) =>
  orderedText().generatedAlwaysAs(searchForm(columns));

/** As `orderText`, where `first` may be null: rows with it are sorted by it, the others by the columns that follow. */
export const orderTextAfter = (first: string, ...columns: string[]) =>
  orderedText().generatedAlwaysAs(
    sql.raw(
      `search_form(coalesce("${first}" || ' ', '') || ${columns.map((name) => `"${name}"`).join(` || ' ' || `)})`,
    ),
  );

/** The policies of a table. Staff and the system's jobs may do everything; visitors what is named. */
export function doors(table: string, visitor: { reads?: SQL; inserts?: SQL } = {}) {
  return [
    pgPolicy(`${table}_staff`, {
      for: "all",
      to: staffRoles,
      // A sub-select is evaluated once, not once per row.
      using: sql`(select is_staff())`,
      withCheck: sql`(select is_staff())`,
    }),
    // No condition: only staff can take the role, and a condition would keep the planner from using the search
    // index, since LIKE may not see rows before the policy is applied.
    pgPolicy(`${table}_staff_reads`, { for: "select", to: staffRoles, using: sql`true` }),
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

/**
 * A policy on the rows that office roles may write, beside their grants on tables and columns. Administrators and
 * the system may write any.
 */
export function officeWrites(table: string, action: "insert" | "update" | "delete", rows: SQL) {
  return pgPolicy(`${table}_office_${action}s`, {
    as: "restrictive",
    for: action,
    to: officeRole,
    ...(action === "delete" ? { using: rows } : { withCheck: rows }),
    ...(action === "update" && { using: sql`true` }),
  });
}

/** Narrows a table for those who are no administrators to these rows, to read as to write; grants decide what they do. */
export function officeOwn(table: string, rows: SQL) {
  return pgPolicy(`${table}_office_own`, {
    as: "restrictive",
    for: "all",
    to: officeRole,
    using: rows,
    withCheck: rows,
  });
}

/** Whether the current database role includes an office role. */
export const holdsRole = (role: OfficeRole): SQL =>
  sql.raw(`pg_has_role('site_office_${role}', 'USAGE')`);

/** The policy of the system, which may do everything. A table with this policy alone is closed to staff. */
export function systemDoor(table: string) {
  return pgPolicy(`${table}_system`, {
    for: "all",
    to: systemRole,
    using: sql`true`,
    withCheck: sql`true`,
  });
}

/** A CHECK that the column has one of these values. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  const list = sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", "));
  return check(name, sql`${column} in (${list})`);
}

/**
 * The index for a search in the order of an `orderText`: the trigrams of the search text together with the first
 * letter of the sort key, so that a letter without a match is skipped at once.
 */
export function prefixIndex(table: string, order: AnyPgColumn, search: AnyPgColumn) {
  return index(`${table}_shelves`).using("gin", sql`shelf_keys(left(${order}, 1), ${search})`);
}

/** The trigram index that makes a search inside `search_text` fast. */
export function searchIndex(table: string, column: ExtraConfigColumn) {
  return index(`${table}_search`).using("gin", column.asc().op("gin_trgm_ops"));
}

/** The named columns of a table, for a select. */
export function columnsOf<T extends PgTable, Name extends keyof T["_"]["columns"] & string>(
  table: T,
  names: readonly Name[],
): Pick<T["_"]["columns"], Name> {
  const all = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<
    T["_"]["columns"],
    Name
  >;
}

const moment = () => timestamp({ withTimezone: true });

/** From when and until when visitors see what is published. */
export const publicationColumns = { public_from: moment(), public_until: moment() };

type Times<C = Column> = { public_from: C; public_until: C };

/** The check of both moments, and the indexes that find the next ones. */
export const publicationGuards = (name: string, table: Times<ExtraConfigColumn>) => [
  check(`${name}_publication`, sql`${table.public_until} > ${table.public_from}`),
  index(`${name}_public_from`).on(table.public_from),
  index(`${name}_public_until`).on(table.public_until),
];

/** Whether visitors see a row now: the one rule, `shown_now` in `database/foundation.sql`. */
export const shownNow = (published: SQL | Column, { public_from, public_until }: Times): SQL =>
  sql`shown_now(${published}, ${public_from}, ${public_until})`;

/** The rows in a state, as `publicationState` names it. */
export function inState(state: PublicationState, published: SQL | Column, table: Times): SQL {
  const { public_from, public_until } = table;
  if (state === "draft") return sql`not ${published}`;
  if (state === "published") return shownNow(published, table);
  if (state === "retired") return sql`${published} and ${public_until} <= site_now()`;
  return sql`${published} and ${public_from} > site_now()
    and (${public_until} is null or ${public_until} > site_now())`;
}
