import { eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { auditLog, auditValues } from "../../records/history/audit.table.server.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";

type Change = {
  /** The account, when it is not that of `who`. */
  about?: StaffAccount;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Logs a sign-in or a change of an account. */
export async function recordAccess(
  db: SystemDb,
  event: string,
  who: StaffAccount,
  { about = who, ...change }: Change = {},
): Promise<void> {
  await writeAudit(db, {
    staff_id: who.id,
    staff_name: who.name,
    staff_email: who.email,
    action: `profiles.${event}`,
    entity: "profiles",
    entity_id: about.id,
    label: about.email,
    ...change,
  });
}

/**
 * Logs a failed sign-in. An address without an account is not logged, so the log cannot be filled from
 * outside; it takes the same statement, so the response time does not differ.
 */
export async function recordRefusal(email: string): Promise<void> {
  const { id } = profiles;
  await asSystem("accounts.refused", (db) =>
    db.execute(sql`with account as (
        select ${newId()}::uuid as entry, ${id}::text as id, ${profiles.email} as email
        from ${profiles} where ${eq(profiles.email, email)}),
      named as (insert into ${auditValues} (id, label) select entry, email from account)
      insert into ${auditLog} (id, staff_name, action, entity, entity_id)
      select entry, '?', 'profiles.refused', 'profiles', id from account`),
  );
}

/** Logs a right password with a wrong code. */
export const recordRefusedCode = (account: StaffAccount): Promise<void> =>
  asSystem("accounts.refused", (db) => recordAccess(db, "refused-code", account));

/** Logs a refused passkey of an account. */
export const recordRefusedPasskey = (account: StaffAccount): Promise<void> =>
  asSystem("accounts.refused", (db) => recordAccess(db, "refused-passkey", account));
