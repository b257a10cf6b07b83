import { and, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { countTo } from "./counting.staff.server.ts";
import { afterCursor, inOrder, type Ordering } from "./order.staff.server.ts";

/** How many matches are fetched and sorted; where there may be more, the table is scanned in its order. */
export const MAX_SORTED_MATCHES = 2_000;
/** Fewer letters are in no index. */
const INDEXED_LETTERS = 3;
/** From this share of the rows on, looking at each costs less than their index. */
const COMMON = 0.1;

/** Each of the words, in whatever order: people say a last name first as often as last. */
const eachWord = (words: string, holds: (word: string) => SQL): SQL =>
  and(...words.split(/\s+/).map(holds)) ?? sql`true`;

/** What contains the words, whatever their accents and case: found by the trigram index. */
export const matches = (search: PgColumn | SQL, words: string): SQL =>
  eachWord(words, (word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
    return sql`${search} like search_form(${pattern})`;
  });

/** The same for words that many rows contain: each row is looked at, in whatever order they come. */
export const contains = (search: PgColumn, words: string): SQL =>
  eachWord(words, (word) => sql`strpos(${search}, search_form(${word})) > 0`);

/** A page of a table in its order. */
type Page = { table: PgTable & { id: PgColumn }; ordering: Ordering; size: number };
/** A page of the rows that contain words; `prefixIndexed` when the order has an index of `prefixIndex`. */
type SearchPlan = Page & {
  search: PgColumn;
  words: string;
  /** What is found too, by an index of its own. */
  also: SQL | undefined;
  filters: SQL | undefined;
  prefixable: boolean;
};
type Rows<Row> = { rows: Row[] };

/**
 * The page of a search, in time that hardly grows with how many rows there are, nor with how many
 * contain the words. The trigram index knows no order: what it finds must be fetched to be put in one,
 * so it serves while that is little. The many that contain a common word come soon on a walk in order;
 * unless they lie together, as people of one name do: then the search goes by first letters.
 */
export async function searchPage(db: StaffDb, plan: SearchPlan) {
  const { table, search, words, also, filters, ordering, size } = plan;
  const indexed = words.length >= INDEXED_LETTERS;
  const holds = or(contains(search, words), also) ?? sql`true`;
  const sample = await takeSample(db, plan);
  const byIndex = indexed && sample.share < COMMON;
  const condition = byIndex ? (or(matches(search, words), also) ?? sql`true`) : holds;
  const byWords = await fetchCandidates(db, plan, condition, filters);
  if (byWords.complete) return exactly(table, byWords);
  if (filters && (await areFew(db, table, filters))) {
    return exactly(table, await fetchCandidates(db, plan, filters, holds));
  }
  // The index of first letters knows nothing of what is found besides.
  const prefixable = plan.prefixable && indexed && !also;
  const ids = prefixable
    ? await scanByPrefix(db, plan, sample.letters)
    : await readIds(db, plan, and(filters, holds));
  if (!ordering.cursor && ids.length < size) return exactly(table, { ids, total: ids.length });
  const count = roundedDown(Math.max(byWords.total, ids.length));
  return { ids: inArray(table.id, ids), count, more: true };
}

const exactly = ({ id }: Page["table"], { ids, total }: { ids: string[]; total: number }) => ({
  ids: inArray(id, ids),
  count: total,
  more: false,
});

/** A number that is surely reached, for who reads 'more than': 20, 300, 5,000. */
function roundedDown(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 1);
  return Math.floor(count / unit) * unit;
}

/**
 * What one page of the table in a thousand tells of the words: how common they are, and first letters
 * of the order where they are. PostgreSQL itself cannot know: it keeps its statistics of a column from
 * whoever has row-level security before them.
 */
async function takeSample(db: StaffDb, { table, search, words, ordering, prefixable }: SearchPlan) {
  const letter = prefixable ? sql`left(${ordering.by}, 1)` : sql`null::text`;
  const { rows } = (await db.execute(sql`
    select coalesce(avg(holds::int), 0)::float as share,
      coalesce(array_agg(distinct letter) filter (where holds), '{}') as letters
    from (select ${contains(search, words)} as holds, ${letter} as letter
      from ${table} tablesample system (0.1)) sample`)) as unknown as Rows<{
    share: number;
    letters: string[];
  }>;
  return rows[0] ?? { share: 0, letters: [] };
}

async function areFew(db: StaffDb, table: PgTable, filters: SQL): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`select ${countTo(MAX_SORTED_MATCHES, table, filters)} as total`,
  )) as unknown as Rows<{ total: number }>;
  return (rows[0]?.total ?? 0) <= MAX_SORTED_MATCHES;
}

/** The ids of a page, found by going through the table in its order. */
export function scanInOrder({ table, ordering, size }: Page, where: SQL | undefined): SQL {
  // The ids alone: an index may hold all that this looks at.
  return sql`select ${table.id} from ${table} where ${and(where, afterCursor(ordering)) ?? sql`true`}
    order by ${inOrder(ordering)} limit ${size}`;
}

async function readIds(db: StaffDb, page: Page, where: SQL | undefined): Promise<string[]> {
  const { rows } = (await db.execute(scanInOrder(page, where))) as unknown as Rows<{ id: string }>;
  return rows.map(({ id }) => id);
}

/**
 * Fetches candidates and puts in order those that fit. `total` says how many fit; it is all of them
 * when `complete`.
 */
async function fetchCandidates(db: StaffDb, page: Page, candidate: SQL, fits: SQL | undefined) {
  const { table, ordering, size } = page;
  const candidateOrder = { ...ordering, by: sql`key`, id: sql`id` };
  const { rows } = (await db.execute(sql`
    with candidates as materialized (
      select ${table.id} as id, ${ordering.by} as key, ${fits ?? sql`true`} as fits
      from ${table} where ${candidate} limit ${MAX_SORTED_MATCHES + 1}
    )
    select count(*)::int as seen, (count(*) filter (where fits))::int as total,
      array(select id from candidates where ${and(sql`fits`, afterCursor(candidateOrder))}
        order by ${inOrder(candidateOrder)} limit ${size}) as ids
    from candidates`)) as unknown as Rows<{ seen: number; total: number; ids: string[] }>;
  const { seen, total, ids } = rows[0] ?? { seen: 0, total: 0, ids: [] };
  return { total, ids, complete: seen <= MAX_SORTED_MATCHES };
}

/**
 * Goes from one first letter to the next until the page is full. Letters where the words are common are scanned; for
 * the others the index finds the few rows that contain them.
 */
async function scanByPrefix(db: StaffDb, plan: SearchPlan, common: readonly string[]) {
  const { search, words, filters, ordering, size } = plan;
  const holding = and(filters, contains(search, words));
  const ids: string[] = [];
  for (const { letter, range } of await listPrefixes(db, plan)) {
    const page = { ...plan, size: size - ids.length };
    const keys = sql`shelf_keys(left(${ordering.by}, 1), ${search})
      @> shelf_keys(${letter}, search_form(${words}))`;
    const few = common.includes(letter)
      ? undefined
      : await fetchCandidates(db, page, keys, holding);
    ids.push(...(few?.complete ? few.ids : await readIds(db, page, and(holding, range))));
    if (ids.length >= size) break;
  }
  return ids;
}

/** The first letters in the order, from the cursor's on, each with where its rows lie. */
async function listPrefixes(db: StaffDb, { table, ordering: { by, descending, cursor } }: Page) {
  // From each letter to the next by the index; the two ends of what chr() can say are left out.
  const letterFrom = (least: SQL) =>
    sql`(select left(${by}, 1) from ${table} where ${by} >= ${least} order by ${by} limit 1)`;
  const { rows } = (await db.execute(sql`
    with recursive shelves (letter) as (
      select ${letterFrom(sql`''`)}
      union all
      select ${letterFrom(sql`case ascii(letter) when 55295 then chr(57344)
        when 1114111 then null else chr(ascii(letter) + 1) end`)}
      from shelves where letter is not null)
    select letter from shelves where letter is not null`)) as unknown as Rows<{ letter: string }>;
  const prefixes = rows.map(({ letter }, place) => {
    const next = rows[place + 1]?.letter;
    return { letter, range: and(sql`${by} >= ${letter}`, next ? sql`${by} < ${next}` : undefined) };
  });
  if (descending) prefixes.reverse();
  const [start = ""] = cursor?.value ?? "";
  const first = prefixes.findIndex(({ letter }) => letter === start);
  return prefixes.slice(Math.max(0, first));
}
