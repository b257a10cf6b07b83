import { type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { asInRow, rowsOf, rowTexts } from "../../core/database/doors/rows.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { RECORDS, recordsOf } from "../frame/notions.ts";

/** The tables whose samples are removed by themselves, and not with a row of another table. */
const REMOVED = RECORDS.filter(({ samples }) => samples && !samples.goWith);

/** Of these, whatever keeps another goes first: the reference to that one would refuse it. */
const keeping = new Set(
  REMOVED.flatMap(({ samples }) => samples?.keptBy ?? []).map(({ table }) => table),
);
const SAMPLED = [
  ...REMOVED.filter(({ table }) => keeping.has(table)),
  ...REMOVED.filter(({ table }) => !keeping.has(table)),
];

const columnOf = (table: string, column: string) =>
  sql`${sql.identifier(table)}.${sql.identifier(column)}`;

const samplesOf = (table: string) => recordsOf(table)?.samples;

/** Whether a row is a sample that nothing real depends on. */
function isRemoved(table: string): SQL {
  const samples = samplesOf(table);
  if (!samples) return sql`false`;
  if (samples.goWith) return isRemovedWith(samples.goWith, table);
  const isSample = columnOf(table, "is_sample");
  const reasons = [
    ...(samples.keptBy ?? []).map(
      ({ table: other, column }) => sql`exists (select 1 from ${sql.identifier(other)}
        where ${columnOf(other, column)} = ${columnOf(table, "id")} and ${isReal(other, table)})`,
    ),
    ...(samples.keptWhereNamed ?? []).flatMap((column) => namings(table, column)),
  ];
  if (reasons.length === 0) return isSample;
  return sql`(${isSample} and not (${sql.join(reasons, sql` or `)}))`;
}

const isRemovedWith = (owner: { table: string; column: string }, table: string) =>
  sql`exists (select 1 from ${sql.identifier(owner.table)}
    where ${columnOf(owner.table, "id")} = ${columnOf(table, owner.column)} and ${isRemoved(owner.table)})`;

/** Whether a row keeps the sample that it belongs to. A row that goes with the sample does so when it is none itself. */
const isReal = (table: string, sampled: string) =>
  samplesOf(table)?.goWith?.table === sampled
    ? sql`not ${columnOf(table, "is_sample")}`
    : sql`not (${isRemoved(table)})`;

/** Whether a row that stays, of each table in turn that may name a file, holds what stands in this column. */
const namings = (table: string, column: string): SQL[] =>
  RECORDS.filter(({ files }) => files !== "none").map(
    ({ table: other }) => sql`${columnOf(table, "id")} in (
      select sample.id from ${sql.identifier(table)} sample, ${rowTexts(other, sql`not (${isRemoved(other)})`)} rows
      where sample.is_sample and strpos(words, ${asInRow(sql`sample.${sql.identifier(column)}`)}) > 0)`,
  );

/** The samples of a table: how many can be removed, and how many are kept because something real depends on them. */
export type SampleCount = { entity: string; count: number; kept: number };

/** How many samples are left of each table that has some. */
export async function countSamples(db: StaffDb): Promise<SampleCount[]> {
  const counts: SampleCount[] = [];
  for (const { table } of SAMPLED) {
    const rows = await rowsOf<Omit<SampleCount, "entity">>(
      db,
      sql`select count(*) filter (where ${isRemoved(table)})::int as count,
        count(*) filter (where not ${isRemoved(table)})::int as kept
        from ${sql.identifier(table)} where is_sample`,
    );
    const { count, kept } = rows[0] ?? { count: 0, kept: 0 };
    if (count + kept > 0) counts.push({ entity: table, count, kept });
  }
  return counts;
}

/**
 * Deletes the samples for good. Returns how many rows were deleted. The sample documents are files of the product and
 * stay; without a record nobody can open them.
 */
export async function removeSamples(db: StaffDb): Promise<number> {
  let total = 0;
  for (const { table } of SAMPLED) {
    const rows = await rowsOf<{ id: string }>(
      db,
      sql`delete from ${sql.identifier(table)} where ${isRemoved(table)} returning id`,
    );
    if (rows.length === 0) continue;
    await audit(db, {
      action: `${table}.remove-samples`,
      entity: table,
      label: rows.length > 1 ? `${rows.length} exemples` : "Un exemple",
    });
    total += rows.length;
  }
  return total;
}
