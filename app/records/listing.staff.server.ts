import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { StaffDb } from "../core/database/doors.server.ts";
import { type Count, countEach } from "./counting.staff.server.ts";
import { type Cursor, type ListQuery, writeCursor } from "./list-query.ts";
import { asText, beyond, inOrder, type Way, wayOf } from "./order.staff.server.ts";
import { readMany } from "./read-many.staff.server.ts";
import { contains, matches, searchPage, walk } from "./search.staff.server.ts";

/** Rows on one page of a list. */
export const PAGE_SIZE = 50;

/** One page of a list. */
export type Listing<Row> = {
  rows: Row[];
  /** How many rows answer the filters, or more than `count` when `more`. */
  count: number;
  more: boolean;
  /** The addresses' `after` and `before` of the neighbouring pages. */
  next?: string;
  previous?: string;
};

/** What a list shows of a table, and the query that it answers. */
export type Listed = {
  table: PgTable & { id: PgColumn; search_text?: PgColumn };
  columns: SelectedFields;
  /** The column behind each name of `ListSpec.sorts`. It holds no null. */
  sorts: Readonly<Record<string, PgColumn>>;
  /** The orders, by their names in `sorts`, that `shelfIndex` serves. */
  shelved?: readonly string[];
  /** What the filters mean, beside the search. */
  where?: (SQL | undefined)[];
  /** What the search means where it looks at more than `search_text`. */
  search?: SQL;
  query: ListQuery;
  size?: number;
};

type Read = Record<string, unknown> & { cursor_value: string; cursor_id: string };
type Found = Count & { ids: SQL };

/** One page of a table in its order, by cursor: the thousandth page costs as much as the first. */
export async function listRecords<Row>(db: StaffDb, asked: Listed): Promise<Listing<Row>> {
  const { query, size = PAGE_SIZE } = asked;
  const way = wayOf(asked);
  const { ids, count, more: beyondCount } = await findPage(db, asked, way, size + 1);
  const found = await select(db, asked, way, ids);
  const page = found.slice(0, size);
  const backwards = way.descending !== query.descending;
  if (backwards) page.reverse();
  const more = found.length > size;
  return {
    rows: page.map(rowOf<Row>),
    count,
    more: beyondCount,
    next: (backwards ? way.cursor : more) ? cursorOf(page.at(-1)) : undefined,
    previous: (backwards ? more : way.cursor) ? cursorOf(page[0]) : undefined,
  };
}

/** The rows of a list after a cursor, for reading all of it in batches; `next` is the cursor of the last one. */
export async function readBatch<Row>(
  db: StaffDb,
  asked: Omit<Listed, "size">,
  after: Cursor | undefined,
  size: number,
): Promise<{ rows: Row[]; next: Cursor | undefined }> {
  const { query, table, columns } = asked;
  const way = { ...wayOf(asked), descending: query.descending, cursor: after };
  const rows = await readMany<Row & { id: string }>(
    db,
    { id: table.id, ...columns },
    sql`${table} where ${and(everyRow(asked), beyond(way)) ?? sql`true`}
      order by ${inOrder(way)} limit ${size}`,
  );
  const last = rows.length === size ? rows.at(-1) : undefined;
  return { rows, next: last && (await cursorAt(db, asked, way, last.id)) };
}

/** The place of a row in an order, as a cursor. */
async function cursorAt(db: StaffDb, { table }: Omit<Listed, "size">, way: Way, id: string) {
  const [at] = await db
    .select({ value: asText(way), id: table.id })
    .from(table as PgTable)
    .where(sql`${table.id} = ${id}`);
  return at as Cursor | undefined;
}

/** The condition of all rows that match the filters and the search. */
export const whole = (asked: Listed) => through(asked, matches);
/** The same for reading all rows in order, where a single scan is cheapest. */
const everyRow = (asked: Listed) => through(asked, contains);

function through(
  { table: { search_text }, where = [], search, query: { q } }: Listed,
  holds: (text: PgColumn, words: string) => SQL,
) {
  const words = q !== "" && search_text ? holds(search_text, q) : undefined;
  return and(...where, search ?? words);
}

const rowOf = <Row>({ cursor_value: _v, cursor_id: _i, ...row }: Read) => row as Row;
const cursorOf = (row: Read | undefined) =>
  row && writeCursor({ value: row.cursor_value, id: row.cursor_id });

async function select(
  db: StaffDb,
  asked: Listed,
  way: Way,
  where: SQL | undefined,
  limit?: number,
) {
  const rows = db
    .select({ ...asked.columns, cursor_value: asText(way), cursor_id: asked.table.id })
    .from(asked.table as PgTable)
    .where(where)
    .orderBy(inOrder(way));
  return (await (limit === undefined ? rows : rows.limit(limit))) as unknown as Read[];
}

/** Which rows are on the page, and how many there are on all pages. */
async function findPage(db: StaffDb, asked: Listed, way: Way, size: number): Promise<Found> {
  const { table, query } = asked;
  const filters = and(...(asked.where ?? []), asked.search);
  if (table.search_text && !asked.search && query.q !== "") {
    const shelved = asked.shelved?.includes(query.sort) ?? false;
    const sought = { table, search: table.search_text, words: query.q, filters, shelved };
    return searchPage(db, { ...sought, way, size });
  }
  const { all } = await countEach(db, { all: [table, filters] });
  const ids = sql`${table.id} = any(array(${walk({ table, way, size }, filters)}))`;
  return { ids, ...all };
}
