import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { asStaff, type Staff } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { addressOf, keyOf, storageOf } from "../../core/storage/storage.server.ts";
import { isAway, isFull } from "../../core/values/errors.ts";
import { box, optional } from "../../kit/form/schema.ts";
import {
  createFile,
  findFile,
  findSameContent,
  replaceFile,
  tagsSchema,
} from "../files.staff.server.ts";
import { FIRST_WIDTH, isPicture, stemOf, titleFromFilename, UPLOADS, variantOf } from "../files.ts";
import { storePreviousContent } from "../storage/previous-content.system.server.ts";
import { registerUpload, unregisterUpload } from "../storage/removals.system.server.ts";
import { advanceTurnSoon } from "../storage/store-mark.system.server.ts";
import { readMaxBytes } from "./upload-limit.staff.server.ts";
import {
  discardUpload,
  FileRefused,
  receiveFile,
  type ValidatedUpload,
  validateFile,
} from "./upload-validation.server.ts";

/** The fields that are common to all files of an upload. */
export const uploadSchema = z.object({
  category_id: z.uuid({ error: "Veuillez sélectionner une catégorie" }),
  title: optional(),
  alt_text: optional(500),
  description: optional(2_000),
  tags: tagsSchema,
  is_public: box,
  is_featured: box,
  filename: z.string().trim().min(1).max(255),
});
type UploadForm = z.output<typeof uploadSchema>;

/** The progress of one file: 50 stored, 75 measured (pictures), 100 recorded; or why it is refused. */
export type Step =
  | { progress: 50 | 75 }
  | { progress: 100; id: string; url: string; twin?: string }
  | { refused: string }
  | { failed: string };

type Body = ReadableStream<Uint8Array>;

/** Stores and records one file. A failure half-way leaves neither a file nor a record. */
export async function* receiveUpload(
  staff: Staff,
  body: Body,
  form: UploadForm,
): AsyncGenerator<Step> {
  let upload: ValidatedUpload | undefined;
  // Set before storing: a store that fails half-way may have written something.
  let unrecorded: string | undefined;
  try {
    upload = await receiveValidated(staff, body, form.filename);
    const key = `${UPLOADS}${newId()}.${upload.extension}`;
    await registerUpload(stemOf(key));
    unrecorded = key;
    await store(key, upload);
    yield { progress: 50 };
    if (isPicture(upload.type)) yield { progress: 75 };
    const file = await record(staff, key, upload, form).catch((error: unknown) => {
      // It may be recorded when only the answer was lost. If it is not, the sweep removes the file.
      if (isAway(error)) unrecorded = undefined;
      throw error;
    });
    unrecorded = undefined;
    advanceTurnSoon();
    yield { progress: 100, ...file };
  } catch (error) {
    yield failureStep(error);
  } finally {
    // The file is registered for removal: the sweep removes it later.
    if (unrecorded) await removeUnrecorded(unrecorded).catch(() => {});
    if (upload) await discardUpload(upload);
  }
}

/** Stores a file, and first the small version that pages show until the others exist. */
async function store(key: string, { path, type, first }: ValidatedUpload): Promise<void> {
  if (first) await storageOf(key).put(variantOf(key, FIRST_WIDTH, "webp"), first, "image/webp");
  await storageOf(key).put(key, path, type);
}

async function removeUnrecorded(key: string): Promise<void> {
  await storageOf(key).remove(key);
  await storageOf(key).remove(variantOf(key, FIRST_WIDTH, "webp"));
  await unregisterUpload(stemOf(key));
}

async function receiveValidated(
  staff: Staff,
  body: Body,
  filename: string,
): Promise<ValidatedUpload> {
  const received = await receiveFile(body, await asStaff(staff, readMaxBytes));
  try {
    return await validateFile(received, filename);
  } catch (error) {
    await discardUpload(received);
    throw error;
  }
}

function record(staff: Staff, key: string, upload: ValidatedUpload, form: UploadForm) {
  const { type, size, sha256, width, height } = upload;
  const { filename, title, ...fields } = form;
  return asStaff(staff, async (db) => {
    const twin = await findSameContent(db, sha256);
    const url = addressOf(key);
    const id = await createFile(db, {
      ...fields,
      filename: key.slice(UPLOADS.length),
      original_filename: filename,
      title: title ?? titleFromFilename(filename),
      file_url: url,
      file_type: type,
      file_size: size,
      sha256,
      width,
      height,
    });
    return { id, url, twin: twin?.title };
  });
}

/** Replaces the content of a file under the same address. @throws FileRefused */
export async function receiveReplacement(
  staff: Staff,
  body: Body,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  const file = isId(id) ? await asStaff(staff, (db) => findFile(db, id)) : undefined;
  const key = file && keyOf(file.file_url);
  if (!file || !key?.startsWith(UPLOADS))
    throw new FileRefused("Ce fichier ne peut pas être remplacé.");
  const upload = await receiveValidated(staff, body, filename);
  try {
    if (upload.type !== file.file_type) {
      throw new FileRefused("Le nouveau fichier doit être du même type que l’ancien.");
    }
    const previous = await storePreviousContent(staff, id, key);
    try {
      await store(key, upload);
      const { size: file_size, sha256, width, height } = upload;
      const content = { file_size, sha256, width, height, original_filename: filename };
      await asStaff(staff, (db) => replaceFile(db, id, content));
    } catch (error) {
      if (isAway(error) && (await isRecorded(staff, id, upload.sha256))) return advanceTurnSoon();
      await previous.putBack().catch((failure: unknown) => {
        log.warn({ reason: reasonOf(failure) }, "previous content of a file not put back");
      });
      throw error;
    }
    advanceTurnSoon();
  } finally {
    await discardUpload(upload);
  }
}

const RECHECKS = 5;
const RECHECK_MS = 1_500;

/** Whether a change was committed whose answer was lost. A database that stays away most likely did not commit it. */
async function isRecorded(staff: Staff, id: string, sha256: string): Promise<boolean> {
  for (let times = 0; times < RECHECKS; times++) {
    await pause(RECHECK_MS);
    const file = await asStaff(staff, (db) => findFile(db, id)).catch(() => undefined);
    if (file) return file.sha256 === sha256;
  }
  return false;
}

const FAILED = "Erreur lors du téléchargement";
const FULL = `${FAILED} : il n’y a plus de place dans le stockage`;
const AWAY = `${FAILED} : le stockage ou la base de données ne répond pas`;

/** The answer for a file that was refused, or that failed. */
export function failureStep(error: unknown): Step {
  if (error instanceof FileRefused) return { refused: error.message };
  log.warn({ reason: reasonOf(error) }, "upload failed");
  if (isFull(error)) return { failed: FULL };
  return { failed: isAway(error) ? AWAY : FAILED };
}
