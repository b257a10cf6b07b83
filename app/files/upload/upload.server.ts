import { setTimeout as pause } from "node:timers/promises";
import { asStaff, type Staff } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { addressOf, keyOf, storageOf } from "../../core/storage/storage.server.ts";
import { isAway, isFull } from "../../core/values/errors.ts";
import type { UploadForm } from "../admin/file-schema.ts";
import { createFile, findFile, findSameContent, replaceFile } from "../files.staff.server.ts";
import { FIRST_WIDTH, isPicture, stemOf, titleOf, UPLOADS, variantOf } from "../files.ts";
import { keepPrevious } from "../storage/previous-content.system.server.ts";
import { registerArrival, unregisterArrival } from "../storage/removals.system.server.ts";
import { countTurnSoon } from "../storage/store-mark.system.server.ts";
import { readMaxBytes } from "./upload-limit.staff.server.ts";
import {
  discard,
  examine,
  FileRefused,
  receive,
  type ValidatedUpload,
} from "./upload-validation.server.ts";

/** How far one file is: 50 stored, 75 measured (pictures), 100 recorded; or why it is not taken. */
export type Step =
  | { progress: 50 | 75 }
  | { progress: 100; id: string; url: string; twin?: string }
  | { refused: string }
  | { failed: string };

type Body = ReadableStream<Uint8Array>;

/** Takes one file in. Whatever happens half-way leaves neither a file nor a record. */
export async function* receiveUpload(
  staff: Staff,
  body: Body,
  form: UploadForm,
): AsyncGenerator<Step> {
  let upload: ValidatedUpload | undefined;
  // Noted first: a store that fails half-way may still have kept something.
  let unrecorded: string | undefined;
  try {
    upload = await arrive(staff, body, form.filename);
    const key = `${UPLOADS}${newId()}.${upload.extension}`;
    await registerArrival(stemOf(key));
    unrecorded = key;
    await store(key, upload);
    yield { progress: 50 };
    if (isPicture(upload.type)) yield { progress: 75 };
    const file = await record(staff, key, upload, form).catch((error: unknown) => {
      // It may be recorded all the same, when only the answer was lost. Otherwise it goes as what was let go does.
      if (isAway(error)) unrecorded = undefined;
      throw error;
    });
    unrecorded = undefined;
    countTurnSoon();
    yield { progress: 100, ...file };
  } catch (error) {
    yield stepOf(error);
  } finally {
    // What cannot be removed now is known as let go, and removed later.
    if (unrecorded) await forget(unrecorded).catch(() => {});
    if (upload) await discard(upload);
  }
}

/** A picture is never seen without a small one of it, which pages show until there are more. */
async function store(key: string, { path, type, first }: ValidatedUpload): Promise<void> {
  if (first) await storageOf(key).put(variantOf(key, FIRST_WIDTH, "webp"), first, "image/webp");
  await storageOf(key).put(key, path, type);
}

async function forget(key: string): Promise<void> {
  await storageOf(key).remove(key);
  await storageOf(key).remove(variantOf(key, FIRST_WIDTH, "webp"));
  await unregisterArrival(stemOf(key));
}

async function arrive(staff: Staff, body: Body, filename: string): Promise<ValidatedUpload> {
  const received = await receive(body, await asStaff(staff, readMaxBytes));
  try {
    return await examine(received, filename);
  } catch (error) {
    await discard(received);
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
      title: title ?? titleOf(filename),
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

/** Puts other content at the address of a file: links to it go on working. @throws FileRefused */
export async function receiveReplacement(
  staff: Staff,
  body: Body,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  const file = isId(id) ? await asStaff(staff, (db) => findFile(db, id)) : undefined;
  const key = file && keyOf(file.file_url);
  if (!file || !key?.startsWith(UPLOADS))
    throw new FileRefused("Ce fichier n’est pas de ceux que l’on remplace.");
  const upload = await arrive(staff, body, filename);
  try {
    if (upload.type !== file.file_type) {
      throw new FileRefused("Le nouveau fichier doit être du même type que l’ancien.");
    }
    const previous = await keepPrevious(staff, id, key);
    try {
      await store(key, upload);
      const { size: file_size, sha256, width, height } = upload;
      const content = { file_size, sha256, width, height, original_filename: filename };
      await asStaff(staff, (db) => replaceFile(db, id, content));
    } catch (error) {
      if (isAway(error) && (await isRecorded(staff, id, upload.sha256))) return countTurnSoon();
      await previous.putBack().catch((failure: unknown) => {
        log.warn({ reason: reasonOf(failure) }, "previous content of a file not put back");
      });
      throw error;
    }
    countTurnSoon();
  } finally {
    await discard(upload);
  }
}

const ASKED_AGAIN = 5;
const ASKED_AGAIN_MS = 1_500;

/** Whether a change arrived whose answer was lost. A database that stays away has most likely not taken it. */
async function isRecorded(staff: Staff, id: string, sha256: string): Promise<boolean> {
  for (let times = 0; times < ASKED_AGAIN; times++) {
    await pause(ASKED_AGAIN_MS);
    const file = await asStaff(staff, (db) => findFile(db, id)).catch(() => undefined);
    if (file) return file.sha256 === sha256;
  }
  return false;
}

const FAILED = "Erreur lors du téléchargement";
const FULL = `${FAILED} : il n’y a plus de place dans le stockage`;
const AWAY = `${FAILED} : le stockage ou la base de données ne répond pas`;

/** What is said of a file that was not taken: its own fault, or ours. */
export function stepOf(error: unknown): Step {
  if (error instanceof FileRefused) return { refused: error.message };
  log.warn({ reason: reasonOf(error) }, "upload failed");
  if (isFull(error)) return { failed: FULL };
  return { failed: isAway(error) ? AWAY : FAILED };
}
