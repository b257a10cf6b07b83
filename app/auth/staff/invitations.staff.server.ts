import { eq } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { DAY } from "../../core/values/durations.ts";
import { AppError, FieldRefused, isUniqueViolation } from "../../core/values/errors.ts";
import { formatRoles } from "../../core/values/roles.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatMoment } from "../../i18n/format.ts";
import { required } from "../../kit/form/schema.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { audit, nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { createRecord, updateRecord } from "../../records/records.staff.server.ts";
import { admissionMail, staffInvitationMail } from "../account/account.mail.ts";
import { createPasswordLink } from "../account/links.system.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { passwordPath } from "../passwords/passwords.ts";
import { signInSchema } from "../sign-in/sign-in.ts";
import { lockAccount, requireOtherAdministrator } from "./accounts.staff.server.ts";
import { listAlertedAdministrators } from "./administrators.operations.server.ts";
import { checkSecondApproval, soloApprovalDate } from "./four-eyes.operations.server.ts";
import { ADMINISTRATOR, type ChosenRoles, rolesSchema } from "./staff-roles.ts";

const person = z.object({
  name: required("Le nom est requis", 120),
  email: signInSchema.shape.email,
});
export const invitationSchema = z.intersection(person, rolesSchema);
export type Invitation = z.output<typeof invitationSchema>;

// An administrator is admitted by two people: one requests it, another approves it. Until then the account is inactive
// and no link is sent. An account with a role that is to become an administrator waits in the same way. Who has limited
// roles alone is let in at once, to the treasury with a second factor.

const INVITATION_DAYS = 7;

/** The recipient of an invitation, and the path of its link. */
type SentInvitation = { email: string; path: string };

/** A requested admission: from when whoever requested it may approve it, if nobody else can. */
type AdmissionRequest = { email: string; from: Date | null };

/**
 * Makes an account without a password. Its invitation is sent at once; to an administrator, once somebody else
 * approves, and the account is inactive until then.
 */
export async function inviteStaff(
  db: StaffDb,
  { name, email, role, roles }: Invitation,
  now = currentTime(),
): Promise<Admission> {
  const waits = role === "admin";
  const from = waits ? await soloApprovalDate(db, db.staffId, undefined, now) : null;
  const entry = waits
    ? { is_active: false, admission_asked_by: db.staffId, admission_from: from }
    : { is_active: true };
  let id: string;
  try {
    id = await createRecord(db, profiles, { name, email, role, roles, ...entry }, email);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("email", "Cette adresse a déjà un compte");
  }
  await mailAlertedAdministrators(db, { name, email, role, roles }, waits ? from : undefined);
  if (waits) return { email, from };
  return { email, invitation: await sendInvitation(db, { id, name, email }) };
}

/**
 * Activates a deactivated account again; that of an administrator once somebody else approves.
 * @throws AppError 'conflict' when it is active, or requested already.
 */
export async function requestActivation(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Admission> {
  const account = await lockAccount(db, id);
  const { email, is_active, admission_asked_by } = account;
  if (is_active) throw new AppError("conflict", "ce compte est déjà actif");
  if (admission_asked_by) throw new AppError("conflict", "c’est déjà demandé");
  if (account.role !== "admin") {
    await mailAlertedAdministrators(db, account, undefined);
    return activate(db, account);
  }
  const from = await soloApprovalDate(db, db.staffId, id, now);
  const wish = { admission_asked_by: db.staffId, admission_from: from };
  await updateRecord(db, profiles, id, wish, { label: email, action: "ask-activation" });
  await mailAlertedAdministrators(db, account, from);
  return { email, from };
}

/** What became of an admission: an invitation, an active account, or a wait. */
export type Admission = {
  email: string;
  invitation?: SentInvitation;
  /** It waits: from when whoever requested it may approve it; null where another person can. */
  from?: Date | null;
  /** An active account became an administrator. */
  raised?: true;
};

/**
 * Approves an admission. Whoever requested it approves it only where nobody else could, after a day.
 * @throws AppError 'conflict'
 */
export async function approveAdmission(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Admission> {
  const account = await lockAccount(db, id);
  const { email, admission_asked_by: askedBy, admission_from } = account;
  if (!askedBy) throw new AppError("conflict", "cette demande n’est plus en attente");
  // It was asked for when limited roles had to wait too.
  if (account.role !== "admin" && !account.is_active) return activate(db, account);
  const words = "une autre personne que celle qui l’a demandé doit approuver";
  // Whoever comes back would else be the other person of the last seven days.
  const wish = { askedBy, involved: [id], from: admission_from };
  const from = await checkSecondApproval(db, wish, db.staffId, { now, words });
  if (from) {
    const wait = { admission_from: from };
    await updateRecord(db, profiles, id, wait, { label: email, action: "wait-activation" });
    return { email, from };
  }
  if (!account.is_active) return activate(db, account);
  const raised = { admission_asked_by: null, admission_from: null, ...ADMINISTRATOR };
  await updateRecord(db, profiles, id, raised, { label: email, action: "roles" });
  const by = await nameOfStaff(db);
  await notifyOwner(db, account, {
    kind: "roles-changed",
    by,
    roles: formatRoles(ADMINISTRATOR),
  });
  return { email, raised: true };
}

/** Lets an account in, and invites whoever has no password yet. */
async function activate(db: StaffDb, account: typeof profiles.$inferSelect): Promise<Admission> {
  const { id, name, email, email_verified } = account;
  const open = { is_active: true, admission_asked_by: null, admission_from: null };
  await updateRecord(db, profiles, id, open, { label: email, action: "activate" });
  if (email_verified) return { email };
  return { email, invitation: await sendInvitation(db, { id, name, email }) };
}

/** Withdraws the request for an account, which stays as it was. Returns its e-mail address. */
export async function withdrawActivation(db: StaffDb, id: string): Promise<string> {
  const { email, admission_asked_by } = await lockAccount(db, id);
  if (!admission_asked_by) throw new AppError("conflict", "cette demande n’est plus en attente");
  const values = { admission_asked_by: null, admission_from: null };
  await updateRecord(db, profiles, id, values, { label: email, action: "withdraw-activation" });
  return email;
}

/**
 * Sends a new link to an account without a password; earlier links stay valid until one is used.
 * @throws AppError 'conflict' when it has a password, 'not-found'.
 */
export async function reinviteStaff(db: StaffDb, id: string): Promise<SentInvitation> {
  const account = await lockAccount(db, id);
  if (account.email_verified) throw new AppError("conflict", "ce compte a déjà un mot de passe");
  if (account.admission_asked_by)
    throw new AppError("conflict", "une autre personne doit d’abord l’approuver");
  if (!account.is_active) throw new AppError("conflict", "ce compte est désactivé");
  const { name, email } = account;
  const invitation = await sendInvitation(db, { id, name, email });
  await audit(db, { action: "profiles.invite", entity: "profiles", entity_id: id, label: email });
  return invitation;
}

/**
 * Withdraws an invitation: the account is deleted, so its link ends and the address can be invited again.
 * Returns the address.
 * @throws AppError 'conflict' when the link was used meanwhile.
 */
export async function withdrawInvitation(db: StaffDb, id: string): Promise<string> {
  const account = await lockAccount(db, id);
  const { name, email } = account;
  if (account.email_verified || id === db.staffId) {
    throw new AppError("conflict", "cette personne a déjà choisi son mot de passe");
  }
  // Before the approval nobody was invited.
  if (!account.admission_asked_by) {
    await notifyOwner(db, account, { kind: "invitation-withdrawn", by: await nameOfStaff(db) });
  }
  // A trigger deletes the link of an inactive account.
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

async function sendInvitation(db: StaffDb, account: StaffAccount): Promise<SentInvitation> {
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY);
  const token = await createPasswordLink(db, account.id, expiresAt);
  const invitedBy = await nameOfStaff(db);
  const { name, email: recipient } = account;
  await queueMail(db, staffInvitationMail({ recipient, name, token, invitedBy }));
  return { email: recipient, path: passwordPath(token) };
}

/** New roles: given at once, or requested until somebody else approves. */
type RoleChange = { email: string; wish?: AdmissionRequest };

/**
 * Changes the roles of an account, from its next request on. To become an administrator it waits for an approval,
 * and keeps its roles until then.
 * @throws AppError 'conflict' for oneself, an inactive or waiting account, and the last administrator.
 */
export async function changeRoles(
  db: StaffDb,
  id: string,
  chosen: ChosenRoles,
  now = currentTime(),
): Promise<RoleChange> {
  const account = await lockAccount(db, id);
  const { email, name } = account;
  if (id === db.staffId)
    throw new AppError("conflict", "vous ne pouvez pas changer vos propres rôles");
  if (account.admission_asked_by) throw new AppError("conflict", "ce compte attend une décision");
  if (!account.is_active) throw new AppError("conflict", "ce compte est désactivé");
  if (chosen.role === "admin") {
    if (account.role === "admin") return { email };
    const from = await soloApprovalDate(db, db.staffId, id, now);
    const wish = { admission_asked_by: db.staffId, admission_from: from };
    await updateRecord(db, profiles, id, wish, { label: email, action: "ask-administrator" });
    await mailAlertedAdministrators(db, { name, email, ...ADMINISTRATOR }, from);
    return { email, wish: { email, from } };
  }
  if (account.role === "admin") await requireOtherAdministrator(db, id);
  await updateRecord(db, profiles, id, chosen, { label: email, action: "roles" });
  const isNewToMoney = account.role !== "admin" && !account.roles.includes("treasurer");
  if (isNewToMoney && chosen.roles.includes("treasurer")) {
    await mailAlertedAdministrators(db, { name, email, ...chosen }, undefined);
  }
  const is = { role: account.role, roles: [...account.roles].sort().join() };
  if (is.role !== chosen.role || is.roles !== [...chosen.roles].sort().join()) {
    const by = await nameOfStaff(db);
    await notifyOwner(db, account, { kind: "roles-changed", by, roles: formatRoles(chosen) });
  }
  return { email };
}

type Candidate = Pick<typeof profiles.$inferSelect, "name" | "email" | "role" | "roles">;

/** Mails the administrators who is to be admitted, or to become one of them; without `until`, who was let in at once. */
async function mailAlertedAdministrators(
  db: StaffDb,
  { name: candidate, email: address, ...given }: Candidate,
  until: Date | null | undefined,
): Promise<void> {
  const askedBy = await nameOfStaff(db);
  const who = { name: candidate, email: address, roles: formatRoles(given) };
  for (const { email: recipient, name } of await listAlertedAdministrators(db)) {
    await queueMail(db, admissionMail({ recipient, name, askedBy, until, candidate: who }));
  }
}

/** Where no mail leaves, whoever invites hands the link over; else it is for the mailbox alone. */
export function invitationMessage({ email, path }: SentInvitation) {
  if (isMailConfigured()) return { text: `Invitation envoyée à ${email}` };
  return {
    text: `Invitation pour ${email} gardée sur le serveur : ce site ne peut pas envoyer d’e-mail. Remettez-lui ce lien, valable sept jours.`,
    copy: env().PUBLIC_URL + path,
  };
}

export const requestMessage = ({ email, from }: AdmissionRequest) =>
  from
    ? `${email} : personne d’autre ne peut l’approuver, vous le pourrez à partir du ${formatMoment("fr", from)}`
    : `${email} : une autre personne de l’administration doit maintenant l’approuver`;

export const roleChangeMessage = ({ email, wish }: RoleChange) =>
  wish ? requestMessage(wish) : `Rôles ${ofName(email)} enregistrés`;

export function admissionMessage({ email, invitation, from, raised }: Admission) {
  if (from !== undefined) return requestMessage({ email, from });
  if (raised) return `${email} est administrateur`;
  return invitation ? invitationMessage(invitation) : `Compte ${ofName(email)} activé`;
}
