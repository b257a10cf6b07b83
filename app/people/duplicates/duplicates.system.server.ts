import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import {
  type Administrator,
  findAdministrator,
} from "../../auth/staff/administrators.operations.server.ts";
import { asSystem, type Staff, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError, brokenConstraint, isUniqueViolation } from "../../core/values/errors.ts";
import { retentionCutoff } from "../../core/values/retention.ts";
import { isoDay } from "../../i18n/format.ts";
import { licences } from "../../licences/licences.table.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { lockBeginnings } from "../../membership/apply/membership.system.server.ts";
import { clubPlaces } from "../../membership/clubs/clubs.table.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";
import { peopleMergedMail, peopleUnmergedMail } from "./duplicates.mail.ts";
import { peopleApart, personMerges } from "./duplicates.table.server.ts";
import { findDuplicates } from "./find-duplicates.operations.server.ts";
import { type Change, type MergePlan, planMerge } from "./merge-plan.operations.server.ts";

const TABLES = {
  members,
  event_registrations: eventRegistrations,
  licences,
  club_places: clubPlaces,
};

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** Pairs of people who may be one, for staff. */
export const listDuplicates = () => asSystem("people.duplicates", findDuplicates);

/** What a merge of two people would do, for the screen; undefined when one of them is gone. */
export const readMerge = (keptId: string, goneId: string) =>
  asSystem("people.merge", (db) => planMerge(db, keptId, goneId));

/**
 * Makes two people one. False when they are already.
 * @param seen The digest of what was shown.
 * @throws AppError 'conflict', 'not-found' or 'forbidden'.
 */
export function mergePeople(
  staff: Staff,
  { keptId, goneId, seen }: { keptId: string; goneId: string; seen: string },
): Promise<boolean> {
  return asSystem("people.merge", async (db) => {
    const actor = await readActor(db, staff);
    await lockMerges(db);
    const shown = await planMerge(db, keptId, goneId);
    if (shown === "same") return false;
    if (!shown) throw new AppError("not-found", "a person is gone");
    await lockAll(db, shown);
    const plan = await planMerge(db, keptId, goneId);
    if (!plan || plan === "same" || plan.digest !== seen) {
      throw new AppError(
        "conflict",
        "une des deux fiches a changé depuis\u202f: relisez, puis recommencez",
      );
    }
    const [refusal] = plan.refusals;
    if (refusal) throw new AppError("conflict", refusal);
    const id = newId();
    const { kept_ids, moved_ids, changes } = plan;
    try {
      await db.insert(personMerges).values({ id, kept_ids, moved_ids, changes });
      await write(db, changes, "after");
    } catch (error) {
      throw explained(error);
    }
    await writeEntries(db, actor, "merge", changes);
    await tellMerged(db, id, plan);
    return true;
  });
}

/** One merge after another, so that of two in opposite directions the second finds what the first did. */
const lockMerges = (db: SystemDb) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('people.merge', 0))`);

/** Asked again after the guard, since the system's rights are not those of the account. */
async function readActor(db: SystemDb, { id }: Staff): Promise<Administrator> {
  const actor = await findAdministrator(db, id);
  if (!actor) throw new AppError("forbidden", "not an administrator");
  return actor;
}

type Locked = Pick<MergePlan, "kept_ids" | "moved_ids"> & {
  changes: readonly Change[];
  emails: string[];
};

/** Locks what a payment, a club or a controller could change meanwhile, in the order in which they do. */
async function lockRows(db: SystemDb, { kept_ids, moved_ids, changes, emails }: Locked) {
  const ids = [...new Set([...kept_ids, ...moved_ids, ...changes.map((one) => one.id)])];
  const lock = (table: string, where: SQL, key = "id") =>
    db.execute(
      sql`select from ${sql.identifier(table)} where ${where} order by ${sql.identifier(key)} for update`,
    );
  await lock("orders", sql`subject_id = any(${uuids(ids)})`);
  await lockBeginnings(db, emails);
  await lock(
    "clubs",
    sql`number in (select club from members where id = any(${uuids(ids)}))`,
    "number",
  );
  await lock(
    "events",
    sql`id in (select event_id from event_registrations where id = any(${uuids(ids)}))`,
  );
  await lock("event_registrations", sql`id = any(${uuids(ids)})`);
  await lock("members", sql`id = any(${uuids(ids)})`);
  await lock("licences", sql`id = any(${uuids(ids)})`, "serial");
}

const lockAll = (db: SystemDb, plan: MergePlan) =>
  lockRows(db, { ...plan, emails: [plan.kept.email, plan.gone.email] });

/** The licences first, since a number moves only to the one that replaces it; back they come last. */
const ORDER: readonly Change["table"][] = [
  "licences",
  "members",
  "event_registrations",
  "club_places",
];

/** Writes what the rows become, or what they were. */
async function write(db: SystemDb, changes: readonly Change[], values: "before" | "after") {
  const place = ({ table, after }: Change) =>
    // Of the licences the suspension comes before what it must cover.
    ORDER.indexOf(table) + (table === "licences" && "replaced_by" in after ? 0.5 : 0);
  const inOrder = changes.toSorted((one, other) => place(one) - place(other));
  for (const change of values === "after" ? inOrder : inOrder.reverse()) {
    const table = TABLES[change.table];
    await db
      .update(table)
      .set(change[values] as never)
      .where(eq(table.id, change.id));
  }
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  members_minor:
    "la date de naissance gardée est celle d’un mineur, et une adhésion n’a pas de responsable légal\u202f: complétez-la d’abord",
  event_registrations_minor:
    "la date de naissance gardée est celle d’un mineur, et une inscription n’a pas de responsable légal\u202f: complétez-la d’abord",
};

/** What the database refuses, in words. */
function explained(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  const words = constraint === undefined ? undefined : CONSTRAINTS[constraint];
  if (words) return new AppError("conflict", words);
  if (!isUniqueViolation(error)) return error;
  return new AppError(
    "conflict",
    "une autre inscription ou demande a déjà ce nom, cette adresse et cet événement",
  );
}

/** Of each membership and registration its own entry, with which its values are erased. */
async function writeEntries(
  db: SystemDb,
  { id, name, email }: Administrator,
  act: "merge" | "unmerge",
  changes: readonly Change[],
) {
  const batch = newId();
  const rows = changes.filter(
    ({ table }) => table === "members" || table === "event_registrations",
  );
  const [about] = rows;
  const suspended = changes.find(({ after }) => "suspended_from" in after);
  const told = (one: Change) => {
    const licence = one === about ? suspended : undefined;
    const { suspended_by: _before, ...before } = { ...licence?.before, ...one.before };
    const { suspended_by: _after, ...after } = { ...licence?.after, ...one.after };
    return act === "merge" ? { before, after } : { before: after, after: before };
  };
  const labels = await labelsOf(
    db,
    rows.map((row) => row.id),
  );
  await writeAudit(
    db,
    ...rows.map((row) => ({
      staff_id: id,
      staff_name: name,
      staff_email: email,
      action: `${row.table}.${act}`,
      entity: row.table,
      entity_id: row.id,
      label: labels.get(row.id) ?? "",
      batch,
      ...told(row),
    })),
  );
}

async function labelsOf(db: SystemDb, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(
    db,
    sql`select id, first_name || ' ' || last_name as name from members where id = any(${uuids(ids)})
      union all select id, first_name || ' ' || last_name from event_registrations where id = any(${uuids(ids)})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function tellMerged(db: SystemDb, id: string, { kept, gone, languages, licence }: MergePlan) {
  const { first_name, email } = kept;
  const number = licence?.kept ?? null;
  const mail = peopleMergedMail({
    language: languages.kept,
    email,
    kept: { first_name, number },
  });
  await queueMail(db, withKey(mail, id, "kept"));
  if (gone.email.toLowerCase() === email.toLowerCase()) return;
  const former = peopleMergedMail({ language: languages.gone, email: gone.email });
  await queueMail(db, withKey(former, id, "former"));
}

/** A merge that can be undone. */
export type Merge = { id: string; created_at: Date; name: string; email: string; person: string };

/** The merges of the last 30 days, the latest first. */
export const listMerges = () =>
  asSystem("people.merge", async (db): Promise<Merge[]> => {
    const rows = await db
      .select({
        id: personMerges.id,
        created_at: personMerges.created_at,
        person: sql<string | null>`(select row_to_json(p)::text from (
          select id, first_name || ' ' || last_name as name, email from members where id = any(kept_ids || moved_ids)
          union all select id, first_name || ' ' || last_name, email from event_registrations
            where id = any(kept_ids || moved_ids) limit 1) p)`,
      })
      .from(personMerges)
      .where(isRecent())
      .orderBy(desc(personMerges.created_at))
      .limit(50);
    return rows.flatMap(({ person, ...row }) => {
      if (person === null) return [];
      const { id, name, email } = JSON.parse(person) as { id: string; name: string; email: string };
      return [{ ...row, person: id, name, email }];
    });
  });

const isRecent = () =>
  sql`${personMerges.created_at} >= ${retentionCutoff("merges", currentTime()).toISOString()}::timestamptz`;

/**
 * Gives the rows of a merge back what they had. Nothing of it when one of these fields changed since: what staff wrote
 * afterwards would be lost, and half a person is two wrong ones. False when it was undone already, or is too old.
 * @throws AppError 'conflict' or 'forbidden'.
 */
export function unmergePeople(staff: Staff, id: string): Promise<boolean> {
  return asSystem("people.merge", async (db) => {
    const actor = await readActor(db, staff);
    await lockMerges(db);
    const [merge] = await db
      .select()
      .from(personMerges)
      .where(and(eq(personMerges.id, id), isRecent()));
    if (!merge) return false;
    const emails = [...new Set(merge.changes.flatMap(({ before, after }) => [before, after]))]
      .map(({ email }) => email)
      .filter((email) => typeof email === "string");
    await lockRows(db, { ...merge, emails });
    const changes = await findUndoable(db, merge.changes);
    const languages = await languagesOf(db, changes);
    try {
      await write(db, changes, "before");
    } catch (error) {
      throw explained(error);
    }
    await settleHolders(db, changes);
    await db.delete(personMerges).where(eq(personMerges.id, id));
    await writeEntries(db, actor, "unmerge", changes);
    const told = new Map(emails.map((email) => [email.toLowerCase(), email]));
    for (const email of told.values()) {
      const mail = peopleUnmergedMail({ email, language: languages.get(email) ?? "fr" });
      await queueMail(db, withKey(mail, id, email));
    }
    return true;
  });
}

async function languagesOf(db: SystemDb, changes: readonly Change[]) {
  const ids = uuids(changes.map((one) => one.id));
  const rows = await rowsOf<{ id: string; language: "fr" | "en" }>(
    db,
    sql`select id, language from members where id = any(${ids})
      union all select id, language from event_registrations where id = any(${ids})`,
  );
  const spoken = new Map(rows.map((row) => [row.id, row.language]));
  return new Map(
    changes.flatMap(({ id, before, after }) => {
      const language = spoken.get(id);
      if (!language) return [];
      return [before.email, after.email].flatMap((email) =>
        typeof email === "string" ? [[email, language] as const] : [],
      );
    }),
  );
}

/** What can be given back: a row that is gone for good has nothing to get. @throws AppError 'conflict' */
async function findUndoable(db: SystemDb, changes: readonly Change[]): Promise<Change[]> {
  const found: Change[] = [];
  for (const change of changes) {
    const [entry] = await rowsOf<{ row: Record<string, unknown> | null; is_binned: boolean }>(
      db,
      sql`select (select to_jsonb(t) from ${sql.identifier(change.table)} t where t.id = ${change.id}) as row,
        exists (select from bin where entity = ${change.table} and entity_id = ${change.id}) as is_binned`,
    );
    if (entry?.is_binned) {
      throw new AppError(
        "conflict",
        "une fiche de cette fusion est dans la corbeille\u202f: restaurez-la d’abord",
      );
    }
    const row = entry?.row;
    if (!row) continue;
    if (Object.entries(change.after).some(([name, value]) => (row[name] ?? null) !== value)) {
      const whose =
        typeof row.first_name === "string" ? ` de ${row.first_name} ${row.last_name}` : "";
      throw new AppError(
        "conflict",
        `une fiche${whose} a changé depuis cette fusion\u202f: corrigez-la à la main`,
      );
    }
    found.push(withoutPast(change, row));
  }
  return found;
}

/** A membership that ended in between is over, whatever it was before. */
function withoutPast(change: Change, { membership_end: end }: Record<string, unknown>): Change {
  const isOver = typeof end === "string" && end < isoDay(currentTime());
  if (change.before.status !== "active" || !isOver) return change;
  const { status: _before, ...before } = change.before;
  const { status: _after, ...after } = change.after;
  return { ...change, before, after };
}

/**
 * Each of the licences is that of the membership which lasts longest, as when another one is deleted; so is a card that was
 * signed with its number for somebody who is another person again.
 */
async function settleHolders(db: SystemDb, changes: readonly Change[]): Promise<void> {
  const serials = changes.flatMap(({ before, after }) =>
    [before.licence_serial, after.licence_serial].filter((one) => typeof one === "number"),
  );
  if (serials.length === 0) return;
  await db.execute(sql`update licences l set member_id = h.id from (
      select distinct on (licence_serial) licence_serial, id from members
      where licence_serial = any(${`{${serials.join(",")}}`}::int[])
      order by licence_serial, (status = 'active') desc, membership_end desc nulls first, id desc) h
    where l.serial = h.licence_serial and l.member_id is distinct from h.id`);
  await db.execute(sql`update licence_cards c set member_id = l.member_id from licences l
    where l.serial = c.serial and l.serial = any(${`{${serials.join(",")}}`}::int[]) and l.member_id is not null
      and not exists (select from members m where m.id = c.member_id and m.licence_serial = c.serial)`);
}

/** Two people are two: they are not proposed again. */
export function keepApart(staff: Staff, one: string, other: string): Promise<void> {
  return asSystem("people.merge", async (db) => {
    await readActor(db, staff);
    const [one_id, other_id] = [one, other].sort() as [string, string];
    if (one_id === other_id) throw new AppError("conflict", "c’est la même fiche");
    await db.insert(peopleApart).values({ one_id, other_id }).onConflictDoNothing();
  });
}

/** Whoever is erased leaves nothing of a merge, nor of who they are not. */
export async function eraseMerges(db: SystemDb, ids: readonly string[]): Promise<void> {
  const all = uuids(ids);
  await db
    .delete(personMerges)
    .where(sql`${personMerges.kept_ids} && ${all} or ${personMerges.moved_ids} && ${all}`);
  await db
    .delete(peopleApart)
    .where(or(inArray(peopleApart.one_id, [...ids]), inArray(peopleApart.other_id, [...ids])));
}
