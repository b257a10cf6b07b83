import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { auditLog, auditValues } from "./audit.table.server.ts";

/** Whose act it was, as they were called then. */
type Actor = { staff_id?: string; staff_name: string; staff_email?: string };

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

/** Which entries belong together, and which one this undoes. */
type Belonging = { batch?: string; undoes?: string };

/** Writes entries into the log: who did what in one table, with which values in another. */
export async function writeAudit(
  db: StaffDb | SystemDb,
  ...entries: readonly (AuditEntry & Actor & Belonging)[]
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, id: newId() }));
  await db
    .insert(auditLog)
    .values(rows.map(({ label: _l, before: _b, after: _a, ...entry }) => entry));
  await db
    .insert(auditValues)
    .values(rows.map(({ id, label, before, after }) => ({ id, label, before, after })));
}
