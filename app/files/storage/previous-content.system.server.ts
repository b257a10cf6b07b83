import { extname } from "node:path";
import { eq } from "drizzle-orm";
import { asStaff, asSystem, type Staff } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { addressOf, storageOf } from "../../core/storage/storage.server.ts";
import { bin } from "../../records/bin/bin.table.server.ts";
import { binPreviousContent } from "../files.staff.server.ts";
import { FIRST_WIDTH, stemOf, UPLOADS, variantOf } from "../files.ts";
import { registerUpload, unregisterUpload } from "./removals.system.server.ts";

export type PreviousContent = {
  /** Restores it when the new content could not be stored. */
  putBack: () => Promise<void>;
};

/** Copies the content of a file into the bin before it is replaced. */
export async function storePreviousContent(
  staff: Staff,
  id: string,
  key: string,
): Promise<PreviousContent> {
  // The content is lost: there is nothing to copy.
  if (!(await storageOf(key).info(key))) return { putBack: async () => {} };
  const copy = `${UPLOADS}${newId()}${extname(key)}`;
  await registerUpload(stemOf(copy), "replaced");
  try {
    await copyContent(key, copy);
    const batch = await asStaff(staff, (db) => binPreviousContent(db, id, addressOf(copy)));
    return {
      async putBack() {
        await copyContent(copy, key);
        await asSystem("files.replace", (db) => db.delete(bin).where(eq(bin.batch, batch)));
        await removeCopy(copy);
      },
    };
  } catch (error) {
    // The copy is registered for removal: the sweep removes it later.
    await removeCopy(copy).catch((failure: unknown) => {
      log.warn({ reason: reasonOf(failure) }, "copy of a file not removed");
    });
    throw error;
  }
}

/** The keys of a file and of its first smaller version, without which no page shows it. */
const keysToCopy = (key: string) => [key, variantOf(key, FIRST_WIDTH, "webp")];

async function copyContent(from: string, to: string): Promise<void> {
  const targets = keysToCopy(to);
  for (const [index, part] of keysToCopy(from).entries()) {
    const target = targets[index];
    if (target && (await storageOf(part).info(part))) await storageOf(part).copy(part, target);
  }
}

async function removeCopy(key: string): Promise<void> {
  for (const part of keysToCopy(key)) await storageOf(part).remove(part);
  await unregisterUpload(stemOf(key));
}
