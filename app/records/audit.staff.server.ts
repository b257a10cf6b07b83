import { eq, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { auditLog } from "./audit.table.server.ts";
import type { ListQuery } from "./list-query.ts";
import { type Listing, listRecords } from "./listing.staff.server.ts";

export type AuditEntry = {
  /** A code such as 'news.update'. */
  action: string;
  /** The table. */
  entity: string;
  entity_id?: string;
  /** What people call the row. */
  label: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Records what the member of staff behind `db` just did, in the same transaction. */
export async function audit(db: StaffDb, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { name, email } = await readStaff(db);
  const rows = entries.map((entry) => ({
    ...entry,
    staff_id: db.staffId,
    staff_name: ownNameBefore(db, entry) ?? name,
    staff_email: email,
  }));
  await db.insert(auditLog).values(rows);
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

export type AuditRow = Pick<
  typeof auditLog.$inferSelect,
  | "id"
  | "created_at"
  | "staff_name"
  | "staff_email"
  | "action"
  | "entity"
  | "label"
  | "before"
  | "after"
> & {
  /** What the account is called today, where that is something else. */
  name_now: string | null;
  email_now: string | null;
};

// The columns are written out: in a list of one table Drizzle leaves the tables' names away.
const NAME_NOW = sql<string | null>`(select p.name from profiles p
  where p.id = audit_log.staff_id and p.name <> audit_log.staff_name)`;
const EMAIL_NOW = sql<string | null>`(select p.email from profiles p
  where p.id = audit_log.staff_id and p.email <> audit_log.staff_email)`;

/** One page of what staff did, the latest first. */
export function listAudit(db: StaffDb, query: ListQuery): Promise<Listing<AuditRow>> {
  const { id, created_at, staff_name, staff_email, action, entity, label } = auditLog;
  const { before, after } = auditLog;
  const entityFilter = query.filters.entity;
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
      label,
      before,
      after,
    },
    sorts: { created_at },
    where: [entityFilter ? eq(entity, entityFilter) : undefined],
    query,
  });
}
