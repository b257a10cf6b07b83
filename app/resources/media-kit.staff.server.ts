import { and, asc, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { isId } from "../core/secrets/id.ts";
import { AppError, FieldRefused } from "../core/values/errors.ts";
import { staticFiles } from "../files/files.table.server.ts";
import { required } from "../kit/form/schema.ts";
import {
  lockRow,
  moveRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";

/** The form that adds a document. */
export const mediaKitSchema = z.object({ document: required("Choisissez un document") });

// The media kit: documents that staff chose and ordered. Visitors see the public ones.

const { id, title, file_url, file_type, file_size, is_public, media_kit_place } = staticFiles;
const label = ({ title }: { title: string }) => title;
const isChosen = and(eq(staticFiles.is_resource, true), isNotNull(media_kit_place));

/** The kit is one card of the page. */
const MOST_DOCUMENTS = 20;

/** The documents of the kit in their order, private ones too. */
export const listMediaKit = (db: StaffDb) =>
  db
    .select({ id, title, file_type, file_size, is_public })
    .from(staticFiles)
    .where(isChosen)
    .orderBy(asc(media_kit_place), asc(id));

/** The other documents, by title. */
export const listOutsideMediaKit = (db: StaffDb) =>
  db
    .select({ id, title, is_public })
    .from(staticFiles)
    .where(and(eq(staticFiles.is_resource, true), isNull(media_kit_place)))
    .orderBy(asc(title), asc(id));

/** The documents of the kit with these file addresses. */
export const findInMediaKit = (db: StaffDb, addresses: readonly string[]) =>
  db
    .select({ title, file_url })
    .from(staticFiles)
    .where(and(isChosen, inArray(file_url, [...addresses])));

/** Adds a document at the end of the kit. @throws FieldRefused when it does not exist or is in the kit already */
export async function addToMediaKit(db: StaffDb, document: string): Promise<void> {
  const missing = new FieldRefused(
    "document",
    "Ce document n’existe plus : choisissez-en un autre",
  );
  if (!isId(document)) throw missing;
  const file = await lockRow(db, staticFiles, document).catch((error: unknown) => {
    throw error instanceof AppError ? missing : error;
  });
  if (!file.is_resource) throw missing;
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

/** Removes documents from the kit; they stay resources. Returns how many changed. */
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
  // It may have been removed from the kit meanwhile.
  const isThere = (await listMediaKit(db)).some((one) => one.id === document);
  if (!isThere) throw new AppError("conflict", "ce document n’est plus dans le kit média");
  return moveRecord(db, staticFiles, document, {
    by: "media_kit_place",
    direction,
    within: () => isNotNull(media_kit_place),
    label,
  });
}
