import { and, gte, like } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { findRecord, lockRow, updateRecords } from "../../records/records.staff.server.ts";
import type { Member } from "../members/members.staff.server.ts";
import { members } from "../members/members.table.server.ts";
import { memberLabel } from "../members/members.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { mayRemind } from "./membership-period.ts";
import { reminderMail, reminderPrefix } from "./reminders.operations.server.ts";

/**
 * Reminds one member now, once a day at most. Returns their name.
 * @throws AppError 'conflict' when one was sent today, or when the membership does not end soon.
 */
export async function sendReminder(db: StaffDb, id: string): Promise<string> {
  // Locked, so that the second of two requests finds the mail of the first one.
  const member = (await lockRow(db, members, id)) as Member;
  const today = isoDay(currentTime());
  const { membership_end: end, membership_type_id: typeId } = member;
  if (end === null || !mayRemind(member, today)) {
    throw new AppError("conflict", "cette adhésion ne se termine pas, ou les rappels sont arrêtés");
  }
  if (member.is_sample) throw new AppError("conflict", "ce membre est un exemple");
  const label = memberLabel(member);
  const [sent] = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        like(mailOutbox.key, `${reminderPrefix(id, end)}%`),
        gte(mailOutbox.created_at, new Date(`${today}T00:00:00Z`)),
      ),
    )
    .limit(1);
  if (sent) throw new AppError("conflict", "un rappel est déjà parti aujourd’hui");
  const type = typeId === null ? undefined : await findRecord(db, membershipTypes, typeId);
  await queueMail(db, reminderMail({ ...member, type: type ?? null }, today, `by hand ${today}`));
  await audit(db, { action: "members.remind", entity: "members", entity_id: id, label });
  return label;
}

/** Stops the reminders of these members. Returns how many changed. */
export const stopReminders = (db: StaffDb, ids: readonly string[]): Promise<number> =>
  setRemindersOff(db, ids, true);

/** Resumes the reminders of these members. Returns how many changed. */
export const resumeReminders = (db: StaffDb, ids: readonly string[]): Promise<number> =>
  setRemindersOff(db, ids, false);

const setRemindersOff = (db: StaffDb, ids: readonly string[], reminders_off: boolean) =>
  updateRecords(db, members, ids, { reminders_off }, { label: memberLabel, action: "reminders" });
