import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { licencePhotos } from "../licences.table.server.ts";
import type { PHOTO_STATUSES } from "./photos.ts";

/** The photographs of a licence: those of its memberships, so that they move when two people become one, and back. */
export const isPhotoOf = (serial: number): SQL =>
  sql`${licencePhotos.member_id} in (select ${members.id} from ${members} where ${members.licence_serial} = ${serial})`;

/** The last photograph of a licence with this status, in base64. */
export async function findPhoto(
  db: SystemDb | StaffDb,
  serial: number,
  status: (typeof PHOTO_STATUSES)[number],
): Promise<string | undefined> {
  const [photo] = await db
    .select({ content: licencePhotos.content })
    .from(licencePhotos)
    .where(and(isPhotoOf(serial), eq(licencePhotos.status, status)))
    .orderBy(desc(licencePhotos.created_at), desc(licencePhotos.id))
    .limit(1);
  return photo?.content;
}

/** Whether a licence has a photograph that staff accepted, or one with another status. */
export async function hasPhoto(
  db: SystemDb | StaffDb,
  serial: number,
  status: (typeof PHOTO_STATUSES)[number] = "accepted",
): Promise<boolean> {
  const [photo] = await db
    .select({ id: licencePhotos.id })
    .from(licencePhotos)
    .where(and(isPhotoOf(serial), eq(licencePhotos.status, status)))
    .limit(1);
  return photo !== undefined;
}

/** Removes the photographs of licences that are erased: one that was sent meanwhile was not read with the others. */
export async function erasePhotosOf(db: SystemDb, serials: readonly number[]): Promise<void> {
  const own = db
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.licence_serial, [...serials]));
  await db.delete(licencePhotos).where(inArray(licencePhotos.member_id, own));
}
