import { and, eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isoDay } from "../../i18n/format.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { personName } from "../../membership/members/members.ts";
import { licenceState } from "../licence-state.ts";
import { type HeldLicence, type Holder, lockLicence } from "../licences.operations.server.ts";
import { licencePhotos } from "../licences.table.server.ts";
import { findPhoto, isPhotoOf } from "./photos.operations.server.ts";

/** The photographs of a licence, as whoever acts for its holder sees them: each in base64. */
export type OwnPhoto = {
  name: string;
  number: string;
  /** The licence has not ended. */
  maySend: boolean;
  accepted: string | undefined;
  pending: string | undefined;
};

type Own = HeldLicence & { holder: Holder };

/** Locks the licence of a membership, if it stands under the address. */
async function lockOwn(db: SystemDb, email: string, memberId: string): Promise<Own | undefined> {
  const own = eq(sql`lower(${members.email})`, sql`lower(${email})`);
  const [row] = await db
    .select({ serial: members.licence_serial })
    .from(members)
    .where(and(eq(members.id, memberId), own));
  const held = row?.serial == null ? undefined : await lockLicence(db, row.serial);
  // The address may have been corrected since, and a later membership may be under another one.
  if (held?.holder?.email.toLowerCase() !== email.toLowerCase()) return undefined;
  return { ...held, holder: held.holder };
}

const maySend = ({ holder, licence }: Own): boolean => {
  const state = licenceState(holder, licence, isoDay(currentTime()));
  return state !== "ended" && state !== "gone";
};

/** What there is of a licence that stands under the address. */
export function readOwnPhoto(email: string, memberId: string): Promise<OwnPhoto | undefined> {
  return asSystem("me.photo", async (db) => {
    const own = await lockOwn(db, email, memberId);
    if (!own) return undefined;
    const { serial } = own.licence;
    return {
      name: personName(own.holder),
      number: formatLicence(serial),
      maySend: maySend(own),
      accepted: await findPhoto(db, serial, "accepted"),
      pending: await findPhoto(db, serial, "pending"),
    };
  });
}

/** Keeps a new photograph in place of one that still waits; false when the licence is not theirs, or has ended. */
export function sendOwnPhoto(email: string, memberId: string, content: string): Promise<boolean> {
  return asSystem("me.photo", async (db) => {
    const own = await lockOwn(db, email, memberId);
    if (!own || !maySend(own)) return false;
    await db
      .delete(licencePhotos)
      .where(and(isPhotoOf(own.licence.serial), eq(licencePhotos.status, "pending")));
    await db.insert(licencePhotos).values({ member_id: own.holder.id, content });
    return true;
  });
}

/** Removes every photograph of a licence; false when there was none, or the licence is not theirs. */
export function removeOwnPhotos(email: string, memberId: string): Promise<boolean> {
  return asSystem("me.photo", async (db) => {
    const own = await lockOwn(db, email, memberId);
    if (!own) return false;
    const gone = await db
      .delete(licencePhotos)
      .where(isPhotoOf(own.licence.serial))
      .returning({ id: licencePhotos.id });
    return gone.length > 0;
  });
}
