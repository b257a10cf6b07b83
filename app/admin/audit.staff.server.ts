import { eq } from "drizzle-orm";
import { profiles } from "../auth/profiles.table.server.ts";
import type { StaffDb } from "../platform/database/doors.server.ts";
import { auditLog } from "./audit.table.server.ts";
import type { ListQuery } from "./kit/list-query.ts";
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

/** Writes down what the member of staff behind `db` just did, in the same transaction. */
export async function audit(db: StaffDb, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const staff_name = await nameOfStaff(db);
  await db
    .insert(auditLog)
    .values(entries.map((entry) => ({ ...entry, staff_id: db.staffId, staff_name })));
}

/** What the account behind `db` is called. */
export async function nameOfStaff(db: StaffDb): Promise<string> {
  const [account] = await db
    .select({ name: profiles.name })
    .from(profiles)
    .where(eq(profiles.id, db.staffId));
  return account?.name ?? "?";
}

export type AuditRow = Pick<
  typeof auditLog.$inferSelect,
  "id" | "created_at" | "staff_name" | "action" | "entity" | "label" | "before" | "after"
>;

/** One page of what staff did, the latest first. */
export function listAudit(db: StaffDb, query: ListQuery): Promise<Listing<AuditRow>> {
  const { id, created_at, staff_name, action, entity, label, before, after } = auditLog;
  const chosen = query.filters.entity;
  return listRecords(db, {
    table: auditLog,
    columns: { id, created_at, staff_name, action, entity, label, before, after },
    sorts: { created_at },
    where: [chosen ? eq(entity, chosen) : undefined],
    query,
  });
}
