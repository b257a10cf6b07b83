import { eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { auditLog, auditValues } from "../../records/history/audit.table.server.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import type { AccountName } from "./links.system.server.ts";

type Change = {
  /** Whose account it is, where that is not one's own. */
  about?: AccountName;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Writes an event of signing in, or of an account, into the log of changes. */
export async function recordAccess(
  db: SystemDb,
  event: string,
  who: AccountName,
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
 * Writes down that an account was tried in vain. An address that nobody has leaves no trace, so that
 * the log cannot be filled from outside, and takes the same statement, so that nobody can tell.
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

/** Writes down that somebody had the password of an account, and not its second factor. */
export const recordRefusedCode = (account: AccountName): Promise<void> =>
  asSystem("accounts.refused", (db) => recordAccess(db, "refused-code", account));

/** Writes down that a passkey of an account was named, and not proved. */
export const recordRefusedPasskey = (account: AccountName): Promise<void> =>
  asSystem("accounts.refused", (db) => recordAccess(db, "refused-passkey", account));
