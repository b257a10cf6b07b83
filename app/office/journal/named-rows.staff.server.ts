import { type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { isId } from "../../core/secrets/id.ts";
import type { NamedRow } from "../../records/record.ts";
import { ENTITIES, namingOf } from "./audit-labels.ts";

/** Records that are still there: what each is called, and where it is looked at. By table and id. */
export type NamedRows = ReadonlyMap<string, { label: string; to: string }>;

/** What rows of several tables are called, with their screens. One question for all of them. */
export async function findNamedRows(
  db: StaffDb,
  wanted: readonly { entity: string; id: string | null }[],
): Promise<NamedRows> {
  const questions = ENTITIES.flatMap((table) => {
    const ids = wanted.flatMap(({ entity, id }) => (entity === table && id && isId(id) ? id : []));
    return ids.length > 0 ? rowsOf(table, [...new Set(ids)]) : [];
  });
  if (questions.length === 0) return new Map();
  const { rows } = (await db.execute(sql.join(questions, sql` union all `))) as unknown as {
    rows: { entity: string; row: NamedRow }[];
  };
  return new Map(
    rows.flatMap(({ entity, row }) => {
      const naming = namingOf(entity);
      if (!naming) return [];
      return [[`${entity} ${row.id}`, { label: naming.label(row), to: naming.to(row) }]];
    }),
  );
}

function rowsOf(table: string, ids: readonly string[]): SQL[] {
  const naming = namingOf(table);
  if (!naming) return [];
  const pairs = ["id", ...naming.columns].map(
    (column) => sql`${column}::text, ${sql.identifier(column)}::text`,
  );
  return [
    sql`select ${table}::text as entity, jsonb_build_object(${sql.join(pairs, sql`, `)}) as row
      from ${sql.identifier(table)} where id in ${ids}`,
  ];
}
