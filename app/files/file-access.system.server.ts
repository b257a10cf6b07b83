import { asSystem } from "../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { SAMPLES } from "../core/storage/storage.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { UPLOADS } from "./files.ts";
import { isPublicFile, isRecordOf } from "./public-files.visitor.server.ts";
import { isSealed } from "./storage/signed-urls.server.ts";

/**
 * Who may read a stored file: everybody, the owner of this signed link, or nobody. `unknown`: the database is away.
 */
export type Access = "everybody" | "sealed" | "nobody" | "unknown";

/** Who may read the file of a key, requested with this query. */
export async function accessTo(key: string, query: URLSearchParams): Promise<Access> {
  // Nothing else in the store is served.
  if (!key.startsWith(UPLOADS) && !key.startsWith(SAMPLES)) return "nobody";
  const open = await isPublicFile(key);
  if (open) return "everybody";
  if (!isSealed(key, query)) return open === undefined ? "unknown" : "nobody";
  try {
    return (await hasFileRecord(key)) ? "sealed" : "nobody";
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "record of a file not read");
    return "unknown";
  }
}

/** Whether a stored file has a record: a signed link does not open a deleted file. */
function hasFileRecord(key: string): Promise<boolean> {
  return asSystem("files.open", async (db) => {
    const [record] = await db
      .select({ id: staticFiles.id })
      .from(staticFiles)
      .where(isRecordOf(key))
      .limit(1);
    return record !== undefined;
  });
}
