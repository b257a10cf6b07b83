import { createHash } from "node:crypto";
import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { reapplyRevocations } from "../../auth/account/account-rights-file.system.server.ts";
import { hasOfficeAccess } from "../../auth/staff/administrators.operations.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { auditLog, auditValues } from "../../records/history/audit.table.server.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import { repeatMoves } from "../../site/moved/moved-links.system.server.ts";
import type { AccountReview, Quarantine } from "./quarantine.ts";
import {
  lockQuarantine,
  readQuarantine,
  saveConfirmation,
} from "./quarantine-state.system.server.ts";

/** Reapplies the revocations of accounts and links that were made since the archive. */
export async function reapplyAllRevocations(db: SystemDb, { at }: Quarantine): Promise<void> {
  await reapplyRevocations(db, at);
  await repeatMoves(db, env().DATA_DIR);
}

/** Runs before the first request. */
export const reapplyRevokedAccess = (): Promise<void> =>
  asSystem("rest.entrances", async (db) => {
    const quarantine = await readQuarantine(db);
    if (quarantine) await reapplyAllRevocations(db, quarantine);
  });

/** The accounts with access to the back office of a restored site. */
export async function readAccountReview(
  db: SystemDb,
  { restoredAt }: Pick<Quarantine, "restoredAt">,
): Promise<AccountReview> {
  const { id, name, email, role, roles, two_factor_enabled: has_second_factor } = profiles;
  const accounts = await db
    .select({ id, name, email, role, roles, has_second_factor })
    .from(profiles)
    .where(and(hasOfficeAccess, isNull(profiles.removed_at)))
    .orderBy(asc(role), asc(name), asc(id));
  const cut = await db
    .selectDistinct({ label: auditValues.label })
    .from(auditLog)
    .innerJoin(auditValues, eq(auditValues.id, auditLog.id))
    .where(and(eq(auditLog.action, "profiles.cut-again"), gte(auditLog.created_at, restoredAt)));
  const seen = createHash("sha256").update(JSON.stringify(accounts)).digest("base64url");
  return { accounts, cut: cut.map(({ label }) => label).sort(), seen };
}

/**
 * Records that an administrator reviewed the accounts.
 * @returns "at-work" without a quarantine, "changed" when the accounts differ from those that were shown.
 */
export const confirmAccounts = (
  staff: StaffAccount,
  shown: string | undefined,
): Promise<"confirmed" | "at-work" | "changed"> =>
  asSystem("rest.entrances", async (db) => {
    const quarantine = await lockQuarantine(db);
    if (!quarantine) return "at-work";
    const { seen, accounts } = await readAccountReview(db, quarantine);
    if (shown !== seen) return "changed";
    await saveConfirmation(db, { at: currentTime().toISOString(), by: staff.name, seen });
    await writeAudit(db, {
      staff_id: staff.id,
      staff_name: staff.name,
      staff_email: staff.email,
      action: "profiles.entrances",
      entity: "profiles",
      label: staff.name,
      after: { accounts: accounts.length },
    });
    return "confirmed";
  });
