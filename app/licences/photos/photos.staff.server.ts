import { and, asc, eq, ne, sql } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { ageOn } from "../../core/values/age.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { optional } from "../../kit/form/schema.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { memberLabel } from "../../membership/members/members.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { lockRow } from "../../records/records.staff.server.ts";
import { photoAcceptedMail, photoRefusedMail } from "../licences.mail.ts";
import { findLicence, type Holder } from "../licences.operations.server.ts";
import { licencePhotos, licences } from "../licences.table.server.ts";
import { findPhoto, isPhotoOf } from "./photos.operations.server.ts";
import { MAX_PHOTO_NOTE, PHOTO_REASONS, type PhotoReason } from "./photos.ts";

/** A photograph waits while its membership shows a licence: not in the bin, nor once it is no player's. */
export const IS_OF_MEMBER = sql`exists (select from ${members} where ${members.id} = ${sql.identifier("member_id")}
  and ${members.licence_serial} is not null and ${members.member_type} = 'player' and not ${members.is_test})`;

/** The photograph that has waited longest, with whose it is; and how many wait. */
export async function readWaitingPhoto(db: StaffDb) {
  const waiting = and(eq(licencePhotos.status, "pending"), IS_OF_MEMBER);
  const count = await db.$count(licencePhotos, waiting);
  const [row] = await db
    .select({
      id: licencePhotos.id,
      content: licencePhotos.content,
      sent: licencePhotos.created_at,
      member_id: members.id,
      serial: members.licence_serial,
    })
    .from(licencePhotos)
    .innerJoin(members, eq(members.id, licencePhotos.member_id))
    .where(waiting)
    .orderBy(asc(licencePhotos.created_at), asc(licencePhotos.id))
    .limit(1);
  const held = row?.serial == null ? undefined : await findLicence(db, row.serial);
  if (row?.serial == null || !held?.holder) return { count, photo: undefined };
  const { holder } = held;
  const today = isoDay(currentTime());
  return {
    count,
    photo: {
      id: row.id,
      content: row.content,
      sent: row.sent,
      memberId: holder.id,
      name: memberLabel(holder),
      number: formatLicence(row.serial),
      age: holder.birth_date === null ? undefined : ageOn(holder.birth_date, today),
      accepted: await findPhoto(db, row.serial, "accepted"),
    },
  };
}

export const refusalSchema = z.object({
  id: z.uuid(),
  reason: z.enum(Object.keys(PHOTO_REASONS) as [PhotoReason, ...PhotoReason[]], {
    error: "Choisissez un motif",
  }),
  note: optional(MAX_PHOTO_NOTE),
});

type Decided = { serial: number; holder: Holder };

/**
 * Locks the licence of a photograph that still waits.
 * @throws AppError 'conflict' when somebody decided it, its holder removed it, or sent another one since.
 */
async function lockWaiting(db: StaffDb, id: string): Promise<Decided> {
  const over = new AppError(
    "conflict",
    "cette photo a déjà été traitée, retirée, ou remplacée par une plus récente",
  );
  const waiting = and(eq(licencePhotos.id, id), eq(licencePhotos.status, "pending"));
  const [row] = await db
    .select({ licence: licences.id, serial: licences.serial })
    .from(licencePhotos)
    .innerJoin(members, eq(members.id, licencePhotos.member_id))
    .innerJoin(licences, eq(licences.serial, members.licence_serial))
    .where(waiting);
  if (!row) throw over;
  await lockRow(db, licences, row.licence);
  // Asked again: the lock may have waited for whoever decided it.
  const [still] = await db.select({ id: licencePhotos.id }).from(licencePhotos).where(waiting);
  const held = still && (await findLicence(db, row.serial));
  if (!held?.holder) throw over;
  return { serial: row.serial, holder: held.holder };
}

/** The log says that it was decided, of the membership with which it is erased; never what was written to the person. */
const note = (db: StaffDb, act: "acceptPhoto" | "refusePhoto", { holder }: Decided) =>
  audit(db, {
    action: `members.${act}`,
    entity: "members",
    entity_id: holder.id,
    label: memberLabel(holder),
  });

const addressee = ({ serial, holder }: Decided) => ({
  email: holder.email,
  first_name: holder.first_name,
  language: holder.language,
  number: formatLicence(serial),
});

/** Accepts a photograph in place of all others of the licence. @throws AppError 'conflict' */
export async function acceptPhoto(db: StaffDb, id: string): Promise<void> {
  const decided = await lockWaiting(db, id);
  await db.delete(licencePhotos).where(and(isPhotoOf(decided.serial), ne(licencePhotos.id, id)));
  await db.update(licencePhotos).set({ status: "accepted" }).where(eq(licencePhotos.id, id));
  await note(db, "acceptPhoto", decided);
  await queueMail(db, withKey(photoAcceptedMail(addressee(decided)), id));
}

/** Refuses a photograph, which is removed; one that was accepted before stays. @throws AppError 'conflict' */
export async function refusePhoto(
  db: StaffDb,
  { id, reason, note: words }: z.output<typeof refusalSchema>,
): Promise<void> {
  const decided = await lockWaiting(db, id);
  await db.delete(licencePhotos).where(eq(licencePhotos.id, id));
  await note(db, "refusePhoto", decided);
  const mail = photoRefusedMail({ ...addressee(decided), reason, note: words });
  await queueMail(db, withKey(mail, id));
}
