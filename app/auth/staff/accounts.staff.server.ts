import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { audit, nameOfStaff } from "../../records/history/audit.staff.server.ts";
import type { ListQuery } from "../../records/list/list-query.ts";
import { type Listing, listRecords } from "../../records/list/listing.staff.server.ts";
import { lockRow, updateRecord, updateRecords } from "../../records/records.staff.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { forgetSessionsOf } from "../sessions/recent-sessions.server.ts";
import { isAdministrator, lockAccounts } from "./administrators.operations.server.ts";

// `profiles.id` is written by hand: in a query of one table Drizzle writes `id` alone, which would be another
// table's here. Ended sessions are cleared away, but the log keeps that somebody signed in.
const LAST_SEEN = sql<string | null>`(
  select to_char(max(moment) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from (
    select s.updated_at as moment from auth_sessions s where s.user_id = profiles.id
    union all
    select created_at from audit_log where entity = 'profiles'
      and entity_id = profiles.id::text and action = 'profiles.sign-in') seen)`;

const COLUMNS = [
  "id",
  "name",
  "email",
  "role",
  "roles",
  "is_active",
  "email_verified",
  "two_factor_enabled",
  "two_factor_required",
  "created_at",
  "updated_at",
  "admission_asked_by",
  "admission_from",
] as const;

export type StaffRow = Pick<typeof profiles.$inferSelect, (typeof COLUMNS)[number]> & {
  last_seen: string | null;
};

const staffColumns = { ...columnsOf(profiles, COLUMNS), last_seen: LAST_SEEN };

/** One page of the accounts, each with its last visit (ISO), if any. */
export function listStaff(db: StaffDb, query: ListQuery): Promise<Listing<StaffRow>> {
  const { created_at, name } = profiles;
  return listRecords(db, {
    table: profiles,
    columns: staffColumns,
    sorts: { created_at, name },
    where: [isNull(profiles.removed_at)],
    query,
  });
}

/** One account, with the columns of the list. */
export async function findStaffAccount(db: StaffDb, id: string): Promise<StaffRow | undefined> {
  const [account] = await db
    .select(staffColumns)
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.removed_at)));
  return account;
}

/**
 * Deactivates an account; a trigger ends its sessions. Returns its e-mail address.
 * @throws AppError 'conflict' for oneself and for the last administrator.
 */
export async function deactivateStaff(db: StaffDb, id: string): Promise<string> {
  const account = await lockAccount(db, id);
  const { email } = account;
  if (id === db.staffId) throw new AppError("conflict", "vous ne pouvez pas vous désactiver");
  await requireOtherAdministrator(db, id);
  // A request for the account ends too.
  const out = { is_active: false, admission_asked_by: null, admission_from: null };
  await updateRecord(db, profiles, id, out, { label: email, action: "deactivate" });
  forgetSessionsOf(id);
  if (account.is_active) {
    await notifyOwner(db, account, { kind: "deactivated", by: await nameOfStaff(db) });
  }
  return email;
}

export function requireSecondFactor(db: StaffDb, id: string): Promise<number> {
  return setFactorRequired(db, id, true);
}

/** @throws AppError 'conflict' for the treasury, which always has one. */
export async function waiveSecondFactor(db: StaffDb, id: string): Promise<number> {
  const { roles } = (await lockRow(db, profiles, id)) as typeof profiles.$inferSelect;
  if (roles.includes("treasurer"))
    throw new AppError(
      "conflict",
      "la validation en deux étapes est obligatoire pour la trésorerie",
    );
  return setFactorRequired(db, id, false);
}

function setFactorRequired(db: StaffDb, id: string, two_factor_required: boolean): Promise<number> {
  const entry = { label: ({ email }: { email: string }) => email, action: "second-factor" };
  return updateRecords(db, profiles, [id], { two_factor_required }, entry);
}

/** Renames an account. */
export async function renameStaff(db: StaffDb, id: string, name: string): Promise<void> {
  const account = eq(profiles.id, id);
  const [before] = await db
    .select({ name: profiles.name })
    .from(profiles)
    .where(account)
    .for("update");
  if (!before) throw new AppError("not-found", `profiles ${id} is not there`);
  if (before.name === name) return;
  await db.update(profiles).set({ name }).where(account);
  await audit(db, {
    action: "profiles.rename",
    entity: "profiles",
    entity_id: id,
    label: name,
    before,
    after: { name },
  });
}

/** Reads one account, with all of them locked. */
export async function lockAccount(db: StaffDb, id: string) {
  await lockAccounts(db);
  const account = (await lockRow(db, profiles, id)) as typeof profiles.$inferSelect;
  if (account.removed_at) throw new AppError("not-found", "the account was removed");
  return account;
}

/**
 * Whoever asks may have been demoted while they waited for the lock.
 * @throws AppError 'conflict' when nobody else administers the site.
 */
export async function requireOtherAdministrator(db: StaffDb, id: string): Promise<void> {
  const [others] = await db
    .select({ activeAdmins: count() })
    .from(profiles)
    .where(and(isAdministrator, ne(profiles.id, id)));
  if (!others?.activeAdmins) throw new AppError("conflict", "c’est le dernier administrateur");
}
