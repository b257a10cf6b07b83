import { and, asc, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { isId } from "../core/secrets/id.ts";
import { AppError } from "../core/values/errors.ts";
import { staticFiles } from "../files/files.table.server.ts";
import { FieldRefused } from "../kit/form/save.server.ts";
import { required } from "../kit/form/schema.ts";
import {
  lockRow,
  moveRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";

/** The document that staff put into the media kit. */
export const mediaKitSchema = z.object({ document: required("Choisissez un document") });

// The media kit: documents that staff chose, in an order of theirs. Visitors get those of them that are public.

const { id, title, file_url, file_type, file_size, is_public, media_kit_place } = staticFiles;
const label = ({ title }: { title: string }) => title;
const isChosen = and(eq(staticFiles.is_resource, true), isNotNull(media_kit_place));

/** The card of the page stays a card. */
const MOST_DOCUMENTS = 20;

/** What was chosen, those that are not public too, in their order. */
export const listMediaKit = (db: StaffDb) =>
  db
    .select({ id, title, file_type, file_size, is_public })
    .from(staticFiles)
    .where(isChosen)
    .orderBy(asc(media_kit_place), asc(id));

/** The documents that can still be chosen, by title. */
export const listOutsideMediaKit = (db: StaffDb) =>
  db
    .select({ id, title, is_public })
    .from(staticFiles)
    .where(and(eq(staticFiles.is_resource, true), isNull(media_kit_place)))
    .orderBy(asc(title), asc(id));

/** Those of these addresses that the media kit holds. */
export const findInMediaKit = (db: StaffDb, addresses: readonly string[]) =>
  db
    .select({ title, file_url })
    .from(staticFiles)
    .where(and(isChosen, inArray(file_url, [...addresses])));

/** Puts a document at the end of the kit. @throws FieldRefused when it cannot be there, or is already */
export async function addToMediaKit(db: StaffDb, document: string): Promise<void> {
  const gone = new FieldRefused("document", "Ce document n’existe plus : choisissez-en un autre");
  if (!isId(document)) throw gone;
  const file = await lockRow(db, staticFiles, document).catch((error: unknown) => {
    throw error instanceof AppError ? gone : error;
  });
  if (!file.is_resource) throw gone;
  if (file.media_kit_place !== null) {
    throw new FieldRefused("document", "Ce document est déjà dans le kit média");
  }
  const kit = await listMediaKit(db);
  if (kit.length >= MOST_DOCUMENTS) {
    throw new FieldRefused("document", `Au plus ${MOST_DOCUMENTS} documents dans le kit média`);
  }
  const [last] = await db.select({ place: max(media_kit_place) }).from(staticFiles);
  const change = { media_kit_place: (last?.place ?? 0) + 1 };
  await updateRecord(db, staticFiles, document, change, {
    label: String(file.title),
    action: "kit-add",
  });
}

/** Takes documents out of the kit; they stay among the resources. Returns how many changed. */
export function removeFromMediaKit(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(
    db,
    staticFiles,
    ids,
    { media_kit_place: null },
    {
      label,
      action: "kit-remove",
    },
  );
}

/** Swaps a document of the kit with its neighbour. Returns whether there was one. */
export async function moveInMediaKit(
  db: StaffDb,
  document: string,
  direction: "up" | "down",
): Promise<boolean> {
  // What somebody took out meanwhile has no place to go from.
  const isThere = (await listMediaKit(db)).some((one) => one.id === document);
  if (!isThere) throw new AppError("conflict", "ce document n’est plus dans le kit média");
  return moveRecord(db, staticFiles, document, {
    by: "media_kit_place",
    direction,
    within: () => isNotNull(media_kit_place),
    label,
  });
}
