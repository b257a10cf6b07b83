import { eq } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { AppError, FieldRefused } from "../core/values/errors.ts";
import { isoDay } from "../i18n/format.ts";
import { blankIsNull, day, required } from "../kit/form/schema.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { formatLicence } from "../membership/members/licence-number.ts";
import { findMember } from "../membership/members/members.staff.server.ts";
import { members } from "../membership/members/members.table.server.ts";
import { memberLabel } from "../membership/members/members.ts";
import { audit } from "../records/history/audit.staff.server.ts";
import { lockRow } from "../records/records.staff.server.ts";
import { hasCard, licenceState, STATE_LABELS } from "./licence-state.ts";
import { licenceCardMail, licenceResumedMail, licenceSuspendedMail } from "./licences.mail.ts";
import {
  findLicence,
  type HeldLicence,
  type Holder,
  type Licence,
} from "./licences.operations.server.ts";
import { licences } from "./licences.table.server.ts";

export const MAX_REASON = 1_000;

/** The form of a suspension. */
export const suspensionSchema = z
  .object({
    suspension_reason: required("Le motif est requis", MAX_REASON),
    suspended_from: day("La date est requise"),
    suspended_until: blankIsNull(day("Date invalide")),
  })
  .refine(({ suspended_from: from, suspended_until: until }) => until === null || from <= until, {
    error: "La fin précède le début",
    path: ["suspended_until"],
  });
export type SuspensionForm = z.output<typeof suspensionSchema>;

/** The licence that a membership shows; undefined when it has none. */
export async function findLicenceOf(db: StaffDb, memberId: string) {
  const member = await findMember(db, memberId);
  if (member?.licence_serial == null) return undefined;
  return findLicence(db, member.licence_serial);
}

type Held = HeldLicence & { holder: Holder };

/** Locks the licence of a membership. @throws AppError 'not-found' */
async function lockLicenceOf(db: StaffDb, memberId: string): Promise<Held> {
  const found = await findLicenceOf(db, memberId);
  if (!found) throw new AppError("not-found", "no licence");
  await lockRow(db, licences, found.licence.id);
  const held = await findLicence(db, found.licence.serial);
  if (!held?.holder) throw new AppError("not-found", "no licence");
  return { ...held, holder: held.holder };
}

type Change = Partial<
  Pick<
    Licence,
    "issue" | "suspended_from" | "suspended_until" | "suspension_reason" | "suspended_by"
  >
>;
type Act = "suspendLicence" | "resumeLicence" | "replaceCard" | "sendCard";

/** Changes a licence. The log says it of the membership, whose person it concerns and with whom it is erased. */
async function change(db: StaffDb, { licence, holder }: Held, act: Act, values: Change = {}) {
  const { suspended_by: _by, ...told } = values;
  const before = Object.fromEntries(
    Object.keys(told).map((name) => [name, licence[name as keyof typeof told]]),
  );
  if (Object.keys(values).length > 0) {
    await db.update(licences).set(values).where(eq(licences.id, licence.id));
  }
  await audit(db, {
    action: `members.${act}`,
    entity: "members",
    entity_id: holder.id,
    label: memberLabel(holder),
    ...(Object.keys(told).length > 0 && { before, after: told }),
  });
}

/** What its mails say of it; a membership that staff wrote gets the address of its card now. */
async function mailed(db: StaffDb, { licence, holder }: Held) {
  const token = holder.application_token ?? (await giveToken(db, holder.id));
  return { ...holder, number: formatLicence(licence.serial), token };
}

/** A trigger gives the token of an active membership with any change of it. */
async function giveToken(db: StaffDb, id: string): Promise<string> {
  const [row] = await db
    .update(members)
    .set({ updated_at: currentTime() })
    .where(eq(members.id, id))
    .returning({ token: members.application_token });
  if (!row?.token) throw new AppError("conflict", "cette licence n’est pas active");
  return row.token;
}

/**
 * Suspends a licence, or changes its suspension. The holder is told why, until when, and how to appeal.
 * @throws AppError 'conflict' for a licence that ended; FieldRefused.
 */
export async function suspendLicence(
  db: StaffDb,
  memberId: string,
  form: SuspensionForm,
): Promise<void> {
  const held = await lockLicenceOf(db, memberId);
  const today = isoDay(currentTime());
  if (form.suspended_until !== null && form.suspended_until < today) {
    throw new FieldRefused("suspended_until", "Cette date est passée : la suspension serait finie");
  }
  const { suspension_reason: reason, suspended_from: from, suspended_until: until } = held.licence;
  const isSame =
    reason === form.suspension_reason &&
    from === form.suspended_from &&
    until === form.suspended_until;
  // Pressed twice, it is told once.
  if (isSame) return;
  await change(db, held, "suspendLicence", { ...form, suspended_by: db.staffId });
  const mail = licenceSuspendedMail({
    ...(await mailed(db, held)),
    reason: form.suspension_reason,
    from: form.suspended_from,
    until: form.suspended_until,
  });
  await queueMail(db, withKey(mail, held.licence.id, currentTime()));
}

/** Ends a suspension now. @throws AppError 'conflict' when there is none. */
export async function resumeLicence(db: StaffDb, memberId: string): Promise<void> {
  const held = await lockLicenceOf(db, memberId);
  if (held.licence.suspended_from === null) {
    throw new AppError("conflict", "cette licence n’est pas suspendue");
  }
  await change(db, held, "resumeLicence", {
    suspended_from: null,
    suspended_until: null,
    suspension_reason: null,
    suspended_by: null,
  });
  const mail = licenceResumedMail(await mailed(db, held));
  await queueMail(db, withKey(mail, held.licence.id, currentTime()));
}

const MAX_ISSUE = 255;

/** A new card replaces all earlier ones, which no check accepts any more. @throws AppError 'conflict' */
export async function replaceCard(db: StaffDb, memberId: string): Promise<void> {
  const held = await lockLicenceOf(db, memberId);
  assertCard(held);
  if (held.licence.issue >= MAX_ISSUE) {
    throw new AppError("conflict", "cette licence a eu trop de cartes");
  }
  const issue = held.licence.issue + 1;
  await change(db, held, "replaceCard", { issue });
  const mail = licenceCardMail({ ...(await mailed(db, held)), replaces: true });
  await queueMail(db, withKey(mail, held.licence.id, `card ${issue}`));
}

/** Mails the link to the card. @throws AppError 'conflict' when there is no card to show. */
export async function sendCard(db: StaffDb, memberId: string): Promise<void> {
  const held = await lockLicenceOf(db, memberId);
  assertCard(held);
  await change(db, held, "sendCard");
  const mail = licenceCardMail(await mailed(db, held));
  await queueMail(db, withKey(mail, held.licence.id, currentTime()));
}

function assertCard({ licence, holder }: Held): void {
  if (!hasCard(licenceState(holder, licence, isoDay(currentTime())))) {
    throw new AppError("conflict", "cette licence n’est pas valable");
  }
}

/** Who decided a suspension, by name. */
export async function findSuspender(
  db: StaffDb,
  { suspended_by }: Pick<Licence, "suspended_by">,
): Promise<string | undefined> {
  if (suspended_by === null) return undefined;
  const [account] = await db
    .select({ name: profiles.name })
    .from(profiles)
    .where(eq(profiles.id, suspended_by));
  return account?.name;
}

/** The number and the state of a member's licence. */
export async function findLicenceWords(db: StaffDb, memberId: string): Promise<string | undefined> {
  const held = await findLicenceOf(db, memberId);
  if (!held?.holder) return undefined;
  const state = licenceState(held.holder, held.licence, isoDay(currentTime()));
  return `${formatLicence(held.licence.serial)}, ${STATE_LABELS[state].toLowerCase()}`;
}
