import { eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors.server.ts";
import { newId } from "../core/id.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { auditLog } from "../records/audit.table.server.ts";
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
  await db.insert(auditLog).values({
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
    db.execute(sql`insert into ${auditLog} (id, staff_name, action, entity, entity_id, label)
      select ${newId()}::uuid, '?', 'profiles.refused', 'profiles', ${id}::text, ${profiles.email}
      from ${profiles} where ${eq(profiles.email, email)}`),
  );
}

/** Writes down that somebody had the password of an account, and not its second factor. */
export const recordRefusedCode = (account: AccountName): Promise<void> =>
  asSystem("accounts.refused", (db) => recordAccess(db, "refused-code", account));
