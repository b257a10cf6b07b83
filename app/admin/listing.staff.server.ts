import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { StaffDb } from "../platform/database/doors.server.ts";
import { type Cursor, type ListQuery, writeCursor } from "./kit/list-query.ts";
import { areCommon, contains, matches } from "./search.staff.server.ts";

/** Rows on one page of a list. */
export const PAGE_SIZE = 50;
/** Counts are exact up to here; beyond, a number does not help and costs a scan. */
export const COUNTED = 10_000;

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

/** What a list shows of a table, and how it was asked for. */
export type Listed = {
  table: PgTable & { id: PgColumn; search_text?: PgColumn };
  columns: SelectedFields;
  /** The column behind each name of `ListSpec.sorts`. It holds no null. */
  sorts: Readonly<Record<string, PgColumn>>;
  /** What the filters mean, beside the search. */
  where?: (SQL | undefined)[];
  /** What the search means where it looks at more than `search_text`. */
  search?: SQL;
  query: ListQuery;
  size?: number;
};

type Found = Record<string, unknown> & { cursor_value: string; cursor_id: string };

/** One page of a table in its order, by cursor: the thousandth page costs as much as the first. */
export async function listRecords<Row>(db: StaffDb, asked: Listed): Promise<Listing<Row>> {
  const { query, size = PAGE_SIZE } = asked;
  const way = wayOf(asked);
  const { ids, total } = await findPage(db, asked, way, size + 1);
  const found = await select(db, asked, way, ids);
  const page = found.slice(0, size);
  const backwards = way.descending !== query.descending;
  if (backwards) page.reverse();
  const more = found.length > size;
  return {
    rows: page.map(rowOf<Row>),
    count: Math.min(total, COUNTED),
    more: total > COUNTED,
    next: (backwards ? way.cursor : more) ? cursorOf(page.at(-1)) : undefined,
    previous: (backwards ? more : way.cursor) ? cursorOf(page[0]) : undefined,
  };
}

/** The next rows of a list after a row, for whoever reads the whole of it; `next` is the last of them. */
export async function readBatch<Row>(
  db: StaffDb,
  asked: Omit<Listed, "size">,
  after: Cursor | undefined,
  size: number,
): Promise<{ rows: Row[]; next: Cursor | undefined }> {
  const { query } = asked;
  const way = { ...wayOf(asked), descending: query.descending, cursor: after };
  const found = await select(db, asked, way, and(whole(asked), beyond(way)), size);
  const last = found.at(-1);
  const next =
    last && found.length === size ? { value: last.cursor_value, id: last.cursor_id } : undefined;
  return { rows: found.map(rowOf<Row>), next };
}

/** What the filters and the search let through, on all pages. */
export function whole({ table: { search_text }, where = [], search, query: { q } }: Listed) {
  const words = q !== "" && search_text ? matches(search_text, q) : undefined;
  return and(...where, search ?? words);
}

const rowOf = <Row>({ cursor_value: _v, cursor_id: _i, ...row }: Found) => row as Row;
const cursorOf = (row: Found | undefined) =>
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
  return (await (limit === undefined ? rows : rows.limit(limit))) as unknown as Found[];
}

/** Which rows are on the page, and how many there are on all pages. */
async function findPage(db: StaffDb, asked: Listed, way: Way, size: number) {
  const { table, query } = asked;
  const { search_text } = table;
  const filters = and(...(asked.where ?? []), asked.search);
  if (query.q === "" || !search_text || asked.search) return walk(db, table, filters, way, size);
  if (!(await areCommon(db, table, search_text, query.q))) {
    const rare = await gather(db, table, and(filters, matches(search_text, query.q)), way, size);
    if (rare.total <= COUNTED) return { ids: inArray(table.id, rare.ids), total: rare.total };
  }
  return walk(db, table, and(filters, contains(search_text, query.q)), way, size);
}

/** How many rows there are: exact up to `COUNTED`, and one more when there are more. */
export const counted = (table: PgTable, where: SQL | undefined): SQL<number> =>
  sql`(select count(*)::int from (
    select from ${table} where ${where ?? sql`true`} limit ${COUNTED + 1}) counted)`;

/** Goes through the table in its order until the page is full. */
async function walk(
  db: StaffDb,
  table: Listed["table"],
  where: SQL | undefined,
  way: Way,
  size: number,
) {
  const { rows } = (await db.execute(sql`select ${counted(table, where)} as total`)) as unknown as {
    rows: { total: number }[];
  };
  // The ids first: an index may hold all that this looks at.
  const ids = sql`${table.id} = any(array(select ${table.id} from ${table}
    where ${and(where, beyond(way)) ?? sql`true`} order by ${inOrder(way)} limit ${size}))`;
  return { ids, total: rows[0]?.total ?? 0 };
}

/** Gathers the rows that hold rare words, as many as are counted, and puts these in order. */
async function gather(
  db: StaffDb,
  table: Listed["table"],
  where: SQL | undefined,
  way: Way,
  size: number,
) {
  const gathered = { ...way, by: sql`key`, id: sql`id` };
  const { rows } = (await db.execute(sql`
    with gathered as materialized (
      select ${table.id} as id, ${way.by} as key from ${table} where ${where} limit ${COUNTED + 1}
    )
    select (select count(*)::int from gathered) as total,
      array(select id from gathered where ${beyond(gathered) ?? sql`true`}
        order by ${inOrder(gathered)} limit ${size}) as ids`)) as unknown as {
    rows: { total: number; ids: string[] }[];
  };
  return rows[0] ?? { total: 0, ids: [] };
}

/** A way through a table: its order, and where it begins. */
type Way = {
  by: PgColumn | SQL;
  id: PgColumn | SQL;
  /** The type of `by`. */
  type: string;
  descending: boolean;
  cursor?: Cursor;
};

function wayOf({ table, sorts, query }: Listed): Way {
  const by = sorts[query.sort];
  if (!by) throw new Error(`no column behind the order ${query.sort}`);
  const type = by.getSQLType();
  const asked = query.after ?? query.before;
  const cursor = asked && canBe(type, asked.value) ? asked : undefined;
  const backwards = cursor !== undefined && cursor === query.before;
  return { by, id: table.id, type, descending: query.descending !== backwards, cursor };
}

function inOrder({ by, id, descending }: Way): SQL {
  const direction = sql.raw(descending ? "desc" : "asc");
  return sql`${by} ${direction}, ${id} ${direction}`;
}

/** The rows after the cursor in the order. */
function beyond({ by, id, type, descending, cursor }: Way): SQL | undefined {
  const than = sql.raw(descending ? "<" : ">");
  return (
    cursor && sql`(${by}, ${id}) ${than} (${cursor.value}::${sql.raw(type)}, ${cursor.id}::uuid)`
  );
}

const isMoment = (type: string) => type.startsWith("timestamp");

/** A value of the order as a cursor carries it: exact, and the same whatever the server's time zone. */
function asText({ by, type }: Way): SQL<string> {
  if (!isMoment(type)) return sql`${by}::text`;
  return sql`to_char(${by} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Whether a value that came by an address can be one of the type; else it counts for nothing. */
function canBe(type: string, value: string): boolean {
  if (type === "text") return true;
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
