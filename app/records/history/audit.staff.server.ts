import { eq, getTableName, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { definitionOf } from "../definitions.server.ts";
import type { ListQuery } from "../list/list-query.ts";
import {
  type Listing,
  type ListRequest,
  listRecords,
  whole,
} from "../list/listing.staff.server.ts";
import { matches } from "../list/search.staff.server.ts";
import { isUndoable } from "../record.ts";
import { auditLog, auditValues } from "./audit.table.server.ts";
import { NOBODY } from "./audit.ts";
import { type AuditEntry, writeAudit } from "./audit-entries.operations.server.ts";

/** Records what the member of staff behind `db` just did, in the same transaction. */
export async function audit(db: StaffDb, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { name, email } = await readStaff(db);
  const batched = addToAuditBatch(db, entries);
  const rows = entries.map((entry, place) => ({
    ...entry,
    ...batched[place],
    staff_id: db.staffId,
    staff_name: ownNameBefore(db, entry) ?? name,
    staff_email: email,
  }));
  await writeAudit(db, ...rows);
}

/** What one transaction has written into the log: its entries are undone together. */
type AuditBatch = {
  batch: string;
  entries: { action: string; entity: string }[];
  /** Which entries this transaction undoes, by table and id of their rows. */
  undoes: Map<string, string[]>;
};

const batches = new WeakMap<StaffDb, AuditBatch>();

function batchOf(db: StaffDb): AuditBatch {
  const current = batches.get(db) ?? { batch: newId(), entries: [], undoes: new Map() };
  batches.set(db, current);
  return current;
}

type BatchEntry = { action: string; entity: string; entity_id?: string };

/** Adds entries to the batch of the transaction. Returns of each its batch, and the entry that it undoes. */
function addToAuditBatch(db: StaffDb, entries: readonly BatchEntry[]) {
  const current = batchOf(db);
  current.entries.push(...entries);
  return entries.map(({ entity, entity_id }) => {
    const undoes = current.undoes.get(`${entity} ${entity_id}`)?.shift();
    return { batch: current.batch, undoes };
  });
}

/** The transaction undoes this entry: the next one that it logs about the same row says so. */
export function setUndoneEntry(
  db: StaffDb,
  { id, entity, entity_id }: { id: string; entity: string; entity_id: string },
): void {
  const { undoes } = batchOf(db);
  const key = `${entity} ${entity_id}`;
  undoes.set(key, [...(undoes.get(key) ?? []), id]);
}

/** The batch that the button of the message undoes, when every entry of the transaction can be undone. */
export function findUndoableBatch(db: StaffDb): string | undefined {
  const current = batches.get(db);
  if (!current || current.entries.length === 0) return undefined;
  const isWhole = current.entries.every((entry) => isUndoable(entry, definitionOf(entry.entity)));
  return isWhole ? current.batch : undefined;
}

/**
 * Logs an export of a list before its first row is sent. Returns how many rows there are.
 * @param nouns What one row is called, and several.
 */
export async function recordExport(
  db: StaffDb,
  list: ListRequest,
  query: ListQuery,
  [one, several]: readonly [string, string],
): Promise<number> {
  const entity = getTableName(list.table);
  const count = await db.$count(list.table, whole(list));
  await audit(db, {
    action: `${entity}.export`,
    entity,
    label: `${count} ${count > 1 ? several : one}`,
    after: { count, search: query.q, ...query.filters },
  });
  return count;
}

/** Somebody who renames themselves is recorded under the old name. */
function ownNameBefore(db: StaffDb, { entity, entity_id, before }: AuditEntry): string | undefined {
  const own = entity === "profiles" && entity_id === db.staffId;
  return own && typeof before?.name === "string" ? before.name : undefined;
}

/** What the account behind `db` is called. */
export const nameOfStaff = async (db: StaffDb): Promise<string> => (await readStaff(db)).name;

/** What the account behind `db` is called, and its address. */
export async function readStaff(db: StaffDb) {
  const { name, email } = profiles;
  const [account] = await db
    .select({ name, email })
    .from(profiles)
    .where(eq(profiles.id, db.staffId));
  return account ?? { name: "?", email: "" };
}

type Row = Record<string, unknown>;

export type AuditRow = Pick<
  typeof auditLog.$inferSelect,
  "id" | "created_at" | "staff_name" | "staff_email" | "action" | "entity" | "entity_id" | "undoes"
> & {
  /** Whether another entry undid it. */
  undone: boolean;
  /** What the record was called, and what changed in it; absent once the person whose it was is erased. */
  label: string | null;
  before: Row | null;
  after: Row | null;
  /** What the account is called today, where that is something else. */
  name_now: string | null;
  email_now: string | null;
};

// The columns are written out: in a list of one table Drizzle leaves the tables' names away.
const NAME_NOW = sql<string | null>`(select p.name from profiles p
  where p.id = audit_log.staff_id and p.name <> audit_log.staff_name)`;
const EMAIL_NOW = sql<string | null>`(select p.email from profiles p
  where p.id = audit_log.staff_id and p.email <> audit_log.staff_email)`;

const UNDONE = sql<boolean>`exists (select from audit_log u where u.undoes = audit_log.id)`;

const loggedValue = <T>(column: PgColumn) =>
  sql<T | null>`(select ${sql.identifier(column.name)} from audit_values v where v.id = audit_log.id)`.mapWith(
    column,
  );
const LABEL = loggedValue<string>(auditValues.label);
const BEFORE = loggedValue<Row>(auditValues.before);
const AFTER = loggedValue<Row>(auditValues.after);

/** An entry whose person, action or record is called so. */
const named = (words: string) =>
  or(
    matches(auditLog.search_text, words),
    sql`audit_log.id in (select id from audit_values where ${matches(auditValues.search_text, words)})`,
  );

/** Everybody who stands in the log, as they are called today, or were when they last did something. */
export async function listActors(db: StaffDb): Promise<{ id: string; name: string }[]> {
  const { rows } = (await db.execute(sql`
    with recursive actors as (
      (select staff_id from audit_log where staff_id is not null order by staff_id limit 1)
      union all
      select (select next.staff_id from audit_log next where next.staff_id > actors.staff_id
        order by next.staff_id limit 1)
      from actors where actors.staff_id is not null)
    select staff_id as id, coalesce(
      (select p.name from profiles p where p.id = staff_id),
      (select a.staff_name from audit_log a where a.staff_id = actors.staff_id
        order by a.created_at desc, a.id desc limit 1)) as name
    from actors where staff_id is not null order by 2, 1`)) as unknown as {
    rows: { id: string; name: string }[];
  };
  return rows;
}

/** One page of what staff did, the latest first. */
export function listAudit(db: StaffDb, query: ListQuery): Promise<Listing<AuditRow>> {
  const { id, created_at, staff_id, staff_name, staff_email, action, entity, entity_id, undoes } =
    auditLog;
  const { entity: table, staff, from, to } = query.filters;
  return listRecords(db, {
    table: auditLog,
    columns: {
      id,
      created_at,
      staff_name,
      staff_email,
      name_now: NAME_NOW,
      email_now: EMAIL_NOW,
      action,
      entity,
      entity_id,
      undoes,
      undone: UNDONE,
      label: LABEL,
      before: BEFORE,
      after: AFTER,
    },
    sorts: { created_at },
    where: [
      table ? eq(entity, table) : undefined,
      staff === NOBODY ? isNull(staff_id) : staff ? eq(staff_id, staff) : undefined,
      from ? gte(created_at, sql`${from}::date`) : undefined,
      to ? lt(created_at, sql`${to}::date + 1`) : undefined,
    ],
    search: query.q === "" ? undefined : named(query.q),
    query,
  });
}
