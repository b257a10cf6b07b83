import { inArray, sql } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { type PersonalTable, words } from "../core/database/doors/personal-table.server.ts";
import { members } from "../membership/members/members.table.server.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import { licenceCards, licencePhotos, licences } from "./licences.table.server.ts";
import { erasePhotosOf } from "./photos/photos.operations.server.ts";

/** Of whoever is forgotten the number stays, so that it is given to nobody else, and nothing with it. */
const NOBODY = {
  member_id: null,
  suspended_from: null,
  suspended_until: null,
  suspension_reason: null,
  suspended_by: null,
  replaced_by: null,
} as const;

/** The personal data in a licence. */
export const licenceData: PersonalTable = {
  table: licences,
  title: words("Licence", "Licence"),
  owner: { by: "record", record: licences.member_id },
  fields: {
    serial: words("Numéro d’ordre", "Serial"),
    issue: words("Exemplaire de la carte", "Card issue"),
    suspended_from: words("Suspendue du", "Suspended from"),
    suspended_until: words("Suspendue jusqu’au", "Suspended until"),
    suspension_reason: words("Motif de la suspension", "Reason for the suspension"),
    replaced_by: words("Remplacée par le numéro d’ordre", "Replaced by the serial number"),
    created_at: words("Attribuée le", "Given on"),
  },
  hidden: ["id", "member_id", "suspended_by", "updated_at"],
  async erase(db, ids) {
    const erased = await db
      .update(licences)
      .set(NOBODY)
      .where(inArray(licences.id, [...ids]))
      .returning({ serial: licences.serial });
    await erasePhotosOf(
      db,
      erased.map(({ serial }) => serial),
    );
  },
  keeps: words(
    "Le numéro de licence, sans rien de la personne : il n’est plus jamais attribué.",
    "The licence number, with nothing about the person: it is never given to anyone else.",
  ),
};

/** The personal data in the cards that were signed. */
export const licenceCardData: PersonalTable = {
  table: licenceCards,
  title: words("Carte de licence", "Licence card"),
  owner: { by: "record", record: licenceCards.member_id },
  fields: {
    serial: words("Numéro d’ordre", "Serial"),
    issue: words("Exemplaire", "Issue"),
    valid_from: words("Valable du", "Valid from"),
    valid_until: words("Jusqu’au", "Until"),
    code: words("Code QR", "QR code"),
    created_at: words("Signée le", "Signed on"),
  },
  hidden: ["id", "member_id", "key_number"],
};

/** The photographs of holders, accepted or not. */
export const licencePhotoData: PersonalTable = {
  table: licencePhotos,
  title: words("Photo de licence", "Photograph on a licence"),
  owner: { by: "record", record: licencePhotos.member_id },
  fields: {
    status: words("État", "State"),
    content: words("Image (JPEG en base64)", "Picture (JPEG in base64)"),
    created_at: words("Envoyée le", "Sent on"),
  },
  values: {
    status: {
      pending: words("attend d’être vérifiée", "waits to be checked"),
      accepted: words("acceptée", "accepted"),
    },
  },
  inFile: ["content"],
  hidden: ["id", "member_id", "updated_at"],
};

/** Takes away what licences say of memberships that are gone for good, out of the bin too. */
export async function forgetGoneHolders(db: SystemDb): Promise<number> {
  const isGone = (
    column:
      | typeof licences.member_id
      | typeof licenceCards.member_id
      | typeof licencePhotos.member_id,
  ) =>
    sql`${column} is not null and not exists (select from ${members} where ${members.id} = ${column})
      and not exists (select from ${bin} where ${bin.entity} = 'members' and ${bin.entity_id} = ${column})`;
  const [one] = await db
    .select({ id: licences.id })
    .from(licences)
    .where(isGone(licences.member_id))
    .limit(1);
  // An update of no rows would still be a change to whoever listens.
  if (one) await db.update(licences).set(NOBODY).where(isGone(licences.member_id));
  const cards = await db
    .delete(licenceCards)
    .where(isGone(licenceCards.member_id))
    .returning({ id: licenceCards.id });
  const [photo] = await db
    .select({ id: licencePhotos.id })
    .from(licencePhotos)
    .where(isGone(licencePhotos.member_id))
    .limit(1);
  if (photo) await db.delete(licencePhotos).where(isGone(licencePhotos.member_id));
  return cards.length;
}
