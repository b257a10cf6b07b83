import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { licencePhotos } from "../licences.table.server.ts";
import type { PHOTO_STATUSES } from "./photos.ts";

type Status = (typeof PHOTO_STATUSES)[number];

/** The photographs of a licence: those of its memberships, so that they move when two people become one, and back. */
export const isPhotoOf = (serial: number): SQL =>
  sql`${licencePhotos.member_id} in (select ${members.id} from ${members} where ${members.licence_serial} = ${serial})`;

/** The last photograph with this status of each licence that has one, in base64. */
export async function findPhotos(
  db: SystemDb | StaffDb,
  serials: readonly number[],
  status: Status,
): Promise<Map<number, string>> {
  const rows = await db
    .selectDistinctOn([members.licence_serial], {
      serial: members.licence_serial,
      content: licencePhotos.content,
    })
    .from(licencePhotos)
    .innerJoin(members, eq(members.id, licencePhotos.member_id))
    .where(and(inArray(members.licence_serial, [...serials]), eq(licencePhotos.status, status)))
    .orderBy(members.licence_serial, desc(licencePhotos.created_at), desc(licencePhotos.id));
  return new Map(rows.flatMap(({ serial, content }) => (serial ? [[serial, content]] : [])));
}

export const findPhoto = async (
  db: SystemDb | StaffDb,
  serial: number,
  status: Status,
): Promise<string | undefined> => (await findPhotos(db, [serial], status)).get(serial);

/** Those of some licences that have a photograph that staff accepted, or one with another status. */
export async function findPhotographed(
  db: SystemDb | StaffDb,
  serials: readonly number[],
  status: Status = "accepted",
): Promise<Set<number | null>> {
  const rows = await db
    .select({ serial: members.licence_serial })
    .from(licencePhotos)
    .innerJoin(members, eq(members.id, licencePhotos.member_id))
    .where(and(inArray(members.licence_serial, [...serials]), eq(licencePhotos.status, status)));
  return new Set(rows.map(({ serial }) => serial));
}

export const hasPhoto = async (
  db: SystemDb | StaffDb,
  serial: number,
  status?: Status,
): Promise<boolean> => (await findPhotographed(db, [serial], status)).has(serial);

/** Removes the photographs of licences that are erased: one that was sent meanwhile was not read with the others. */
export async function erasePhotosOf(db: SystemDb, serials: readonly number[]): Promise<void> {
  const own = db
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.licence_serial, [...serials]));
  await db.delete(licencePhotos).where(inArray(licencePhotos.member_id, own));
}
