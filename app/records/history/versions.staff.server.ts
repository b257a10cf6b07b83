import { and, desc, eq, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { audit } from "./audit.staff.server.ts";
import { versions } from "./versions.table.server.ts";

type Values = Readonly<Record<string, unknown>>;

/** A version without its words. */
export type VersionLine = {
  number: number;
  written_at: Date;
  /** Of nobody: what stood there before anybody saved. */
  staff_id: string | null;
  /** What the account is called today; none once it is removed. */
  staff_name: string | null;
  restored_from: number | null;
  /** The fields that differ from the version before, and none in the oldest that is kept. */
  changed: string[];
};

/** The version as it stands in the table, and the one before it. */
type VersionPair = { values: Values; before: Values | undefined };

const ofRecord = (entity: string, id: string) =>
  and(eq(versions.entity, entity), eq(versions.entity_id, id));

/** Every version of a record that is kept, the latest first. */
export async function listVersions(
  db: StaffDb,
  entity: string,
  id: string,
): Promise<VersionLine[]> {
  if (!isId(id)) return [];
  const before = sql`lag(${versions.values}) over (order by ${versions.number})`;
  const lined = db
    .select({
      number: versions.number,
      written_at: versions.written_at,
      staff_id: versions.staff_id,
      restored_from: versions.restored_from,
      own: sql`${versions.values}`.as("own"),
      before: before.as("before"),
    })
    .from(versions)
    .where(ofRecord(entity, id))
    .as("lined");
  return db
    .select({
      number: lined.number,
      written_at: lined.written_at,
      staff_id: lined.staff_id,
      staff_name: sql<
        string | null
      >`case when ${profiles.removed_at} is null then ${profiles.name} end`,
      restored_from: lined.restored_from,
      changed: sql<string[]>`array(select key from jsonb_object_keys(${lined.own}) key
        where ${lined.before} is not null and ${lined.own} -> key is distinct from ${lined.before} -> key
        order by key)`,
    })
    .from(lined)
    .leftJoin(profiles, eq(profiles.id, lined.staff_id))
    .orderBy(desc(lined.number));
}

/** The values of a version, and of the one before it. Undefined when it is not stored any more. */
export async function readVersion(
  db: StaffDb,
  entity: string,
  id: string,
  number: number,
): Promise<VersionPair | undefined> {
  const [own, before] = await db
    .select({ number: versions.number, values: versions.values })
    .from(versions)
    .where(and(ofRecord(entity, id), sql`${versions.number} <= ${number}`))
    .orderBy(desc(versions.number))
    .limit(2);
  return own?.number === number ? { values: own.values, before: before?.values } : undefined;
}

/** Marks the version that was just written, if any, with the number of the version that it restored. */
export async function noteRestored(
  db: StaffDb,
  entity: string,
  id: string,
  { from, since }: { from: number; since: number },
): Promise<void> {
  await db
    .update(versions)
    .set({ restored_from: from })
    .where(and(ofRecord(entity, id), sql`${versions.number} > ${since}`));
}

/** The last version of a record, without its words. */
export async function readLastVersion(db: StaffDb, entity: string, id: string) {
  const { number, restored_from, staff_id } = versions;
  const [last] = await db
    .select({ number, restored_from, staff_id })
    .from(versions)
    .where(ofRecord(entity, id))
    .orderBy(desc(versions.number))
    .limit(1);
  return last;
}

/**
 * Takes an old version away for good: a name that should never have stood there is not to be read for years.
 * @throws AppError 'conflict' for the last one, which the record itself says; 'not-found'
 */
export async function deleteVersion(
  db: StaffDb,
  entity: string,
  id: string,
  { number, label }: { number: number; label: string },
): Promise<void> {
  if (number === (await readLastVersion(db, entity, id))?.number) {
    throw new AppError("conflict", "c’est la version d’aujourd’hui : corrigez d’abord la fiche");
  }
  const removed = await db
    .delete(versions)
    .where(and(ofRecord(entity, id), eq(versions.number, number)))
    .returning({ id: versions.id });
  if (removed.length === 0) throw new AppError("not-found", "no such version");
  await audit(db, {
    action: `${entity}.forget-version`,
    entity,
    entity_id: id,
    label,
  });
}
