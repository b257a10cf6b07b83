import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/columns.server.ts";
import type { StaffDb } from "../core/database/doors.server.ts";
import { isUniqueViolation } from "../core/database/violations.server.ts";
import { AppError } from "../core/errors.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { FieldRefused } from "../kit/save.server.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { audit, nameOfStaff } from "../records/audit.staff.server.ts";
import type { ListQuery } from "../records/list-query.ts";
import { type Listing, listRecords } from "../records/listing.staff.server.ts";
import {
  createRecord,
  lockRow,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import type { Invitation } from "./invitation-schema.ts";
import { openPasswordLink } from "./links.system.server.ts";
import { tellOwner } from "./notices.operations.server.ts";
import { staffInvitationMail } from "./staff-invitation.mail.ts";

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

export type StaffRow = Pick<
  typeof profiles.$inferSelect,
  | "id"
  | "name"
  | "email"
  | "role"
  | "is_active"
  | "email_verified"
  | "two_factor_enabled"
  | "two_factor_required"
  | "created_at"
> & { last_seen: string | null };

// Its columns are written out: in a list of one table Drizzle leaves the tables' names away. Sessions
// end and are cleared away; that somebody signed in stays in the log.
const LAST_SEEN = sql<string | null>`(
  select to_char(max(moment) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from (
    select s.updated_at as moment from auth_sessions s where s.user_id = profiles.id
    union all
    select created_at from audit_log where entity = 'profiles'
      and entity_id = profiles.id::text and action = 'profiles.sign-in') seen)`;

const staffColumns = {
  ...columnsOf(profiles, [
    ...(["id", "name", "email", "role", "is_active", "email_verified"] as const),
    ...(["two_factor_enabled", "two_factor_required", "created_at"] as const),
  ]),
  last_seen: LAST_SEEN,
};

/** One page of the accounts, with the moment that each was last seen (ISO), if ever. */
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

/** One account, with what the list says of it. */
export async function findStaffAccount(db: StaffDb, id: string): Promise<StaffRow | undefined> {
  const [account] = await db
    .select(staffColumns)
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.removed_at)));
  return account;
}

/** Makes an administrator without a password and sends the link with which they choose it. */
export async function inviteStaff(db: StaffDb, invitation: Invitation): Promise<void> {
  const { name, email } = invitation;
  let id: string;
  try {
    id = await createRecord(db, profiles, { name, email, role: "admin" }, email);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("email", "Cette adresse a déjà un compte");
  }
  await sendInvitation(db, { id, name, email });
}

/** Sends the link again to somebody who has not used it. @throws AppError */
export async function reinviteStaff(db: StaffDb, id: string): Promise<string> {
  const account = await lockAccount(db, id);
  if (account.email_verified) throw new AppError("conflict", "ce compte a déjà un mot de passe");
  const { name, email } = account;
  await sendInvitation(db, { id, name, email });
  await audit(db, { action: "profiles.invite", entity: "profiles", entity_id: id, label: email });
  return email;
}

/**
 * Takes back the invitation of somebody who never came in: its link opens nothing, and its address can be
 * invited again. Returns the address.
 * @throws AppError 'conflict' when the link was used meanwhile.
 */
export async function withdrawInvitation(db: StaffDb, id: string): Promise<string> {
  const account = await lockAccount(db, id);
  const { name, email } = account;
  if (account.email_verified || id === db.staffId) {
    throw new AppError("conflict", "cette personne a déjà choisi son mot de passe");
  }
  await tellOwner(db, account, { kind: "invitation-withdrawn", by: await nameOfStaff(db) });
  // The database ends the link with the access.
  await db.update(profiles).set({ is_active: false }).where(eq(profiles.id, id));
  await db.delete(profiles).where(eq(profiles.id, id));
  const before = { name, email };
  await audit(db, {
    action: "profiles.withdraw",
    entity: "profiles",
    entity_id: id,
    label: email,
    before,
  });
  return email;
}

async function sendInvitation(db: StaffDb, account: { id: string; name: string; email: string }) {
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  const token = await openPasswordLink(db, account.id, expiresAt);
  const invitedBy = await nameOfStaff(db);
  const { name, email: recipient } = account;
  await queueMail(db, staffInvitationMail({ recipient, name, token, invitedBy }));
}

/** Lets an account in again. Returns its address. */
export async function activateStaff(db: StaffDb, id: string): Promise<string> {
  const { email } = await lockAccount(db, id);
  await updateRecord(db, profiles, id, { is_active: true }, { label: email, action: "activate" });
  return email;
}

/**
 * Keeps an account out; the database ends its sessions at once. Returns its address.
 * @throws AppError 'conflict' for oneself and for the last administrator.
 */
export async function deactivateStaff(db: StaffDb, id: string): Promise<string> {
  const account = await lockAccount(db, id);
  const { email } = account;
  if (id === db.staffId) throw new AppError("conflict", "vous ne pouvez pas vous désactiver");
  const [others] = await db
    .select({ left: count() })
    .from(profiles)
    .where(and(eq(profiles.role, "admin"), eq(profiles.is_active, true), ne(profiles.id, id)));
  if (!others?.left) throw new AppError("conflict", "c’est le dernier administrateur");
  await updateRecord(
    db,
    profiles,
    id,
    { is_active: false },
    { label: email, action: "deactivate" },
  );
  if (account.is_active) {
    await tellOwner(db, account, { kind: "deactivated", by: await nameOfStaff(db) });
  }
  return email;
}

/** An account; all are locked with it, so that two administrators cannot deactivate each other at once. */
async function lockAccount(db: StaffDb, id: string) {
  await db.select({ id: profiles.id }).from(profiles).orderBy(profiles.id).for("update");
  const account = (await lockRow(db, profiles, id)) as typeof profiles.$inferSelect;
  if (account.removed_at) throw new AppError("not-found", "the account was removed");
  return account;
}

/** Lets accounts do nothing before they have a second factor. Returns how many changed. */
export function requireSecondFactor(db: StaffDb, id: string): Promise<number> {
  return setFactorRequired(db, id, true);
}

/** Leaves accounts the choice of a second factor. Returns how many changed. */
export function waiveSecondFactor(db: StaffDb, id: string): Promise<number> {
  return setFactorRequired(db, id, false);
}

function setFactorRequired(db: StaffDb, id: string, two_factor_required: boolean): Promise<number> {
  const entry = { label: ({ email }: { email: string }) => email, action: "second-factor" };
  return updateRecords(db, profiles, [id], { two_factor_required }, entry);
}

/** Changes what an account is called. */
export function renameStaff(db: StaffDb, id: string, name: string): Promise<void> {
  return updateRecord(db, profiles, id, { name }, { label: name, action: "rename" });
}
