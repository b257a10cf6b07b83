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
import { lockAccounts } from "./account-lock.operations.server.ts";
import type { Invitation } from "./invitation-schema.ts";
import { openPasswordLink } from "./links.system.server.ts";
import { tellOwner } from "./notices.operations.server.ts";
import { passwordPath } from "./passwords.ts";
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

// `profiles.id` is written by hand: in a query of one table Drizzle writes `id` alone, which would be another
// table's here. Ended sessions are cleared away, but the log keeps that somebody signed in.
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

/** To whom an invitation goes, and the address of the screen that its link opens. */
export type SentInvitation = { email: string; path: string };

/** One account, with what the list says of it. */
export async function findStaffAccount(db: StaffDb, id: string): Promise<StaffRow | undefined> {
  const [account] = await db
    .select(staffColumns)
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.removed_at)));
  return account;
}

/** Makes an administrator without a password and sends the link with which they choose it. */
export async function inviteStaff(db: StaffDb, invitation: Invitation): Promise<SentInvitation> {
  const { name, email } = invitation;
  let id: string;
  try {
    id = await createRecord(db, profiles, { name, email, role: "admin" }, email);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("email", "Cette adresse a déjà un compte");
  }
  return sendInvitation(db, { id, name, email });
}

/**
 * Sends a new link to somebody who has no password yet; earlier ones stay good until one is used.
 * @throws AppError 'conflict' when they have a password, 'not-found'.
 */
export async function reinviteStaff(db: StaffDb, id: string): Promise<SentInvitation> {
  const account = await lockAccount(db, id);
  if (account.email_verified) throw new AppError("conflict", "ce compte a déjà un mot de passe");
  const { name, email } = account;
  const invitation = await sendInvitation(db, { id, name, email });
  await audit(db, { action: "profiles.invite", entity: "profiles", entity_id: id, label: email });
  return invitation;
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

type Invited = { id: string; name: string; email: string };

async function sendInvitation(db: StaffDb, account: Invited): Promise<SentInvitation> {
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  const token = await openPasswordLink(db, account.id, expiresAt);
  const invitedBy = await nameOfStaff(db);
  const { name, email: recipient } = account;
  await queueMail(db, staffInvitationMail({ recipient, name, token, invitedBy }));
  return { email: recipient, path: passwordPath(token) };
}

/** Lets an account in again. Returns its e-mail address. */
export async function activateStaff(db: StaffDb, id: string): Promise<string> {
  const { email } = await lockAccount(db, id);
  await updateRecord(db, profiles, id, { is_active: true }, { label: email, action: "activate" });
  return email;
}

/**
 * Keeps an account out; the database ends its sessions at once. Returns its e-mail address.
 * @throws AppError 'conflict' for oneself and for the last administrator.
 */
export async function deactivateStaff(db: StaffDb, id: string): Promise<string> {
  const account = await lockAccount(db, id);
  const { email } = account;
  if (id === db.staffId) throw new AppError("conflict", "vous ne pouvez pas vous désactiver");
  // Nobody else may be left when whoever asks was deactivated while they waited for the lock.
  const [others] = await db
    .select({ activeAdmins: count() })
    .from(profiles)
    .where(and(eq(profiles.role, "admin"), eq(profiles.is_active, true), ne(profiles.id, id)));
  if (!others?.activeAdmins) throw new AppError("conflict", "c’est le dernier administrateur");
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

/** Reads one account, with all of them locked. */
async function lockAccount(db: StaffDb, id: string) {
  await lockAccounts(db);
  const account = (await lockRow(db, profiles, id)) as typeof profiles.$inferSelect;
  if (account.removed_at) throw new AppError("not-found", "the account was removed");
  return account;
}

/** Lets an account do nothing before it has a second factor. */
export function requireSecondFactor(db: StaffDb, id: string): Promise<number> {
  return setFactorRequired(db, id, true);
}

/** Leaves an account the choice of a second factor. */
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
