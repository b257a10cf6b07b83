import { and, eq, getTableColumns, is, or, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable, type SelectedFields } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import type { Fields } from "../record-fields.ts";
import { packMoments } from "../seen.ts";
import { type Count, countEach } from "./counting.staff.server.ts";
import { type Cursor, type ListQuery, writeCursor } from "./list-query.ts";
import { afterCursor, asText, inOrder, type Ordering, orderingOf } from "./order.staff.server.ts";
import { contains, matches, scanInOrder, searchPage } from "./search.staff.server.ts";

/** Rows on one page of a list. */
export const PAGE_SIZE = 50;

/** One page of a list. */
export type Listing<Row> = {
  rows: Row[];
  /** How many rows answer the filters, or more than `count` when `more`. */
  count: number;
  more: boolean;
  /** When each of the rows was last changed, where its table says so: see `packMoments`. */
  moments?: string;
  /** The addresses' `after` and `before` of the neighbouring pages. */
  next?: string;
  previous?: string;
};

/** What a list shows of a table, and the query that it answers. */
export type ListRequest = {
  table: PgTable & { id: PgColumn; search_text?: PgColumn; updated_at?: PgColumn };
  columns: SelectedFields;
  /** The column behind each name of `ListSpec.sorts`. It holds no null. */
  sorts: Readonly<Record<string, PgColumn>>;
  /** The orders, by their names in `sorts`, that `prefixIndex` serves. */
  prefixIndexed?: readonly string[];
  /** What the filters mean, beside the search. */
  where?: (SQL | undefined)[];
  /** What the search means where it looks at more than `search_text`. */
  search?: SQL;
  /** What the search finds besides, by an index of its own. */
  alsoFound?: SQL;
  query: ListQuery;
  size?: number;
};

type Read = Record<string, unknown> & {
  cursor_value: string;
  cursor_id: string;
  moment?: Date;
};
type PageIds = Count & { ids: SQL };

/** One page of a table in its order, by cursor: the thousandth page costs as much as the first. */
export async function listRecords<Row>(db: StaffDb, list: ListRequest): Promise<Listing<Row>> {
  const { query, size = PAGE_SIZE } = list;
  const ordering = orderingOf(list);
  const { ids, count, more: beyondCount } = await findPage(db, list, ordering, size + 1);
  const result = await select(db, list, ordering, ids);
  const page = result.slice(0, size);
  const backwards = ordering.descending !== query.descending;
  if (backwards) page.reverse();
  const more = result.length > size;
  return {
    rows: page.map(rowOf<Row>),
    ...(list.table.updated_at && {
      moments: packMoments(page.map(({ moment }) => moment?.getTime() ?? 0)),
    }),
    count,
    more: beyondCount,
    next: (backwards ? ordering.cursor : more) ? cursorOf(page.at(-1)) : undefined,
    previous: (backwards ? more : ordering.cursor) ? cursorOf(page[0]) : undefined,
  };
}

type ListedTable = ListRequest["table"];
type Listed = {
  form: Fields;
  list: {
    columns: readonly string[];
    sorts: readonly string[];
    by: Readonly<Record<string, string | readonly string[]>>;
  };
};
type ListedRow<T extends ListedTable, R extends Listed> = Pick<
  T["$inferSelect"],
  R["list"]["columns"][number] & keyof T["$inferSelect"]
>;

/**
 * One page of a table whose record says what its list shows, and what its filters and orders are.
 * @param where What those filters mean that no field has.
 */
export function listDefined<T extends ListedTable, const R extends Listed>(
  db: StaffDb,
  table: T,
  { form, list }: R,
  query: ListQuery,
  where: (SQL | undefined)[] = [],
): Promise<Listing<ListedRow<T, R>>> {
  const columns = getTableColumns(table as PgTable);
  const named = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, columns[name] as PgColumn]));
  const filters = Object.entries(list.by).map(([name, of]) => {
    const value = query.filters[name];
    const column = typeof of === "string" ? columns[of] : undefined;
    if (value === undefined || !column || typeof of !== "string") return undefined;
    const { kind, choices } = form[of] ?? {};
    return eq(column, kind === "position" ? value === choices?.[0]?.value : value);
  });
  return listRecords(db, {
    table,
    columns: named(list.columns),
    sorts: named(list.sorts),
    where: [...filters, ...where],
    query,
  });
}

/** The rows of a list after a cursor, for reading all of it in batches; `next` is the cursor of the last one. */
export async function readBatch<Row>(
  db: StaffDb,
  list: Omit<ListRequest, "size">,
  after: Cursor | undefined,
  size: number,
): Promise<{ rows: Row[]; next: Cursor | undefined }> {
  const { query, table, columns } = list;
  const ordering = { ...orderingOf(list), descending: query.descending, cursor: after };
  const rows = await readMany<Row & { id: string }>(
    db,
    { id: table.id, ...columns },
    sql`${table} where ${and(everyRow(list), afterCursor(ordering)) ?? sql`true`}
      order by ${inOrder(ordering)} limit ${size}`,
  );
  const last = rows.length === size ? rows.at(-1) : undefined;
  return { rows, next: last && (await cursorAt(db, list, ordering, last.id)) };
}

/** The place of a row in an order, as a cursor. */
async function cursorAt(
  db: StaffDb,
  { table }: Omit<ListRequest, "size">,
  ordering: Ordering,
  id: string,
) {
  const [at] = await db
    .select({ value: asText(ordering), id: table.id })
    .from(table as PgTable)
    .where(sql`${table.id} = ${id}`);
  return at as Cursor | undefined;
}

/** The condition of all rows that match the filters and the search. */
export const whole = (list: ListRequest) => through(list, matches);
/** The same for reading all rows in order, where a single scan is cheapest. */
const everyRow = (list: ListRequest) => through(list, contains);

function through(
  { table: { search_text }, where = [], search, alsoFound, query: { q } }: ListRequest,
  holds: (text: PgColumn, words: string) => SQL,
) {
  const words = q !== "" && search_text ? or(holds(search_text, q), alsoFound) : undefined;
  return and(...where, search ?? words);
}

const rowOf = <Row>({ cursor_value: _v, cursor_id: _i, moment: _m, ...row }: Read) => row as Row;
const cursorOf = (row: Read | undefined) =>
  row && writeCursor({ value: row.cursor_value, id: row.cursor_id });

async function select(
  db: StaffDb,
  list: ListRequest,
  ordering: Ordering,
  where: SQL | undefined,
  limit?: number,
) {
  const rows = db
    .select({
      ...list.columns,
      ...(list.table.updated_at && { moment: list.table.updated_at }),
      cursor_value: asText(ordering),
      cursor_id: list.table.id,
    })
    .from(list.table as PgTable)
    .where(where)
    .orderBy(inOrder(ordering));
  return (await (limit === undefined ? rows : rows.limit(limit))) as unknown as Read[];
}

/** Which rows are on the page, and how many there are on all pages. */
async function findPage(
  db: StaffDb,
  list: ListRequest,
  ordering: Ordering,
  size: number,
): Promise<PageIds> {
  const { table, query } = list;
  const filters = and(...(list.where ?? []), list.search);
  if (table.search_text && !list.search && query.q !== "") {
    const prefixable = list.prefixIndexed?.includes(query.sort) ?? false;
    const search = { table, search: table.search_text, words: query.q, filters, prefixable };
    return searchPage(db, { ...search, also: list.alsoFound, ordering, size });
  }
  const { all } = await countEach(db, { all: [table, filters] });
  const ids = sql`${table.id} = any(array(${scanInOrder({ table, ordering, size }, filters)}))`;
  return { ids, ...all };
}

/**
 * Reads columns of many rows; `from` is the statement from its FROM clause on. Drizzle works out how to
 * decode every field of every row, which costs more than decoding it: here that happens once per column.
 */
async function readMany<Row>(db: StaffDb, columns: SelectedFields, from: SQL) {
  const fields = Object.entries(columns);
  const selection = fields.map(([name, field]) => sql`${field} as ${sql.identifier(name)}`);
  const rows = await rowsOf<Record<string, unknown>>(
    db,
    sql`select ${sql.join(selection, sql`, `)} from ${from}`,
  );
  for (const [name, field] of fields) {
    if (!is(field, PgColumn) || isPassedThrough(field)) continue;
    for (const row of rows) {
      if (row[name] !== null) row[name] = field.mapFromDriverValue(row[name]);
    }
  }
  return rows as Row[];
}

/** Whether what the driver gives is already what the column holds. */
const isPassedThrough = (column: PgColumn) =>
  column.mapFromDriverValue === PgColumn.prototype.mapFromDriverValue;
