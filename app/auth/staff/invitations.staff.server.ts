import { eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { isUniqueViolation } from "../../core/database/doors/violations.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { roleWords } from "../../core/values/roles.ts";
import { FieldRefused } from "../../kit/form/save.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { audit, nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { createRecord, updateRecord } from "../../records/records.staff.server.ts";
import { lockAccount } from "../account/account-lock.operations.server.ts";
import { openPasswordLink } from "../account/links.system.server.ts";
import { tellOwner } from "../account/notices.operations.server.ts";
import { passwordPath } from "../passwords/passwords.ts";
import { tellAdministrators } from "./admission-notices.operations.server.ts";
import { loneWait, secondWait } from "./four-eyes.operations.server.ts";
import type { Invitation } from "./invitation-schema.ts";
import { staffInvitationMail } from "./staff.mail.ts";
import { ADMINISTRATOR } from "./staff-roles.ts";

// Who is let in sees what is nobody else's, so two people do it: one asks, another agrees. Until then the account
// opens nothing, and no link is sent. Whoever is in with less, and is to administer the site, waits alike.

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

/** To whom an invitation goes, and the address of the screen that its link opens. */
export type SentInvitation = { email: string; path: string };

/** What becomes of a wish to let somebody in: from when whoever asked may agree alone, if nobody else can. */
export type Wish = { email: string; from: Date | null };

/** Makes an account without a password, which somebody else must let in before it gets its invitation. */
export async function inviteStaff(
  db: StaffDb,
  { name, email, role, roles }: Invitation,
  now = currentTime(),
): Promise<Wish> {
  const from = await loneWait(db, db.staffId, now);
  const waiting = { is_active: false, admission_asked_by: db.staffId, admission_from: from };
  try {
    await createRecord(db, profiles, { name, email, role, roles, ...waiting }, email);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("email", "Cette adresse a déjà un compte");
  }
  await tellAdministrators(db, { name, email, role, roles }, from);
  return { email, from };
}

/**
 * Asks that an account that was kept out comes in again. Somebody else agrees to it, as for a new one.
 * @throws AppError 'conflict' when it is in, or waits already.
 */
export async function askToActivate(db: StaffDb, id: string, now = currentTime()): Promise<Wish> {
  const account = await lockAccount(db, id);
  const { email, is_active, admission_asked_by } = account;
  if (is_active) throw new AppError("conflict", "ce compte est déjà actif");
  if (admission_asked_by) throw new AppError("conflict", "c’est déjà demandé");
  const from = await loneWait(db, db.staffId, now);
  const wish = { admission_asked_by: db.staffId, admission_from: from };
  await updateRecord(db, profiles, id, wish, { label: email, action: "ask-activation" });
  await tellAdministrators(db, account, from);
  return { email, from };
}

/** What agreeing did: an invitation that goes out, or an account that is in again; or from when it can be done. */
export type Admission = {
  email: string;
  invitation?: SentInvitation;
  from?: Date;
  /** Who was in already administers the site now. */
  raised?: true;
};

/**
 * Lets in who waits for it. Whoever asked does so alone only where nobody else could, and after a day.
 * @throws AppError 'conflict'
 */
export async function admitStaff(db: StaffDb, id: string, now = currentTime()): Promise<Admission> {
  const account = await lockAccount(db, id);
  const { name, email, email_verified, admission_asked_by: askedBy, admission_from } = account;
  if (!askedBy) throw new AppError("conflict", "ce compte n’attend plus personne");
  const words = "une autre personne que celle qui l’a demandé approuve";
  const wish = { askedBy, from: admission_from };
  const from = await secondWait(db, wish, db.staffId, { now, words });
  if (from) {
    const wait = { admission_from: from };
    await updateRecord(db, profiles, id, wait, { label: email, action: "wait-activation" });
    return { email, from };
  }
  const entry = { label: email, action: "activate" };
  const values = { is_active: true, admission_asked_by: null, admission_from: null };
  if (account.is_active) {
    const raised = { ...values, ...ADMINISTRATOR };
    await updateRecord(db, profiles, id, raised, { label: email, action: "roles" });
    const by = await nameOfStaff(db);
    await tellOwner(db, account, { kind: "roles-changed", by, roles: roleWords(ADMINISTRATOR) });
    return { email, raised: true };
  }
  await updateRecord(db, profiles, id, values, entry);
  if (email_verified) return { email };
  return { email, invitation: await sendInvitation(db, { id, name, email }) };
}

/** Takes back the wish to let an account in again, which stays as it was. Returns its e-mail address. */
export async function withdrawActivation(db: StaffDb, id: string): Promise<string> {
  const { email, admission_asked_by } = await lockAccount(db, id);
  if (!admission_asked_by) throw new AppError("conflict", "ce compte n’attend plus personne");
  const values = { admission_asked_by: null, admission_from: null };
  await updateRecord(db, profiles, id, values, { label: email, action: "withdraw-activation" });
  return email;
}

/**
 * Sends a new link to somebody who has no password yet; earlier ones stay good until one is used.
 * @throws AppError 'conflict' when they have a password, 'not-found'.
 */
export async function reinviteStaff(db: StaffDb, id: string): Promise<SentInvitation> {
  const account = await lockAccount(db, id);
  if (account.email_verified) throw new AppError("conflict", "ce compte a déjà un mot de passe");
  if (account.admission_asked_by)
    throw new AppError("conflict", "une autre personne l’approuve d’abord");
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
  // Who was never let in never heard of it.
  if (!account.admission_asked_by) {
    await tellOwner(db, account, { kind: "invitation-withdrawn", by: await nameOfStaff(db) });
  }
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
