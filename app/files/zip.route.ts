import { makeZip } from "client-zip";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { attachment } from "../core/http/security-headers.ts";
import { staffContext } from "../core/staff-context.ts";
import { keyOf, storageOf } from "../core/storage/storage.server.ts";
import { lazyBody } from "../core/storage/streams.server.ts";
import { ids } from "../kit/form/schema.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import type { Route } from "./+types/zip.route.ts";
import { type FileRow, findFiles } from "./files.staff.server.ts";

/** The chosen files in one archive, which streams: memory holds one piece of one file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const selection = ids.safeParse(url.searchParams.get("ids") ?? "");
  if (!selection.success) return new Response(null, { status: 400 });
  const files = await asStaff(context.get(staffContext), (db) => findFiles(db, selection.data));
  const { export_prefix } = (await readSettings()).federation;
  return new Response(
    lazyBody((unwanted) => makeZip(entriesOf(files, unwanted))),
    {
      headers: {
        "content-type": "application/zip",
        "content-disposition": attachment(`${export_prefix}-fichiers.zip`),
        "cache-control": "no-store",
      },
    },
  );
}

/** The entries of the archive. `unwanted` closes the open file when the download is aborted. */
async function* entriesOf(files: readonly FileRow[], unwanted: AbortSignal) {
  const names = new Set<string>();
  for (const file of files) {
    const key = keyOf(file.file_url);
    // On another site, or lost: the others are still useful.
    if (key === undefined || !(await storageOf(key).info(key))) continue;
    const name = unusedName(file.original_filename, names);
    names.add(name);
    const input = lazyBody(() => storageOf(key).read(key, undefined, unwanted));
    yield { name, input, lastModified: file.updated_at };
  }
}

/** A unique name inside the archive, without folders. */
function unusedName(filename: string, names: ReadonlySet<string>): string {
  const safe = filename.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").replace(/^\.+/, "") || "fichier";
  const dot = safe.lastIndexOf(".");
  const [bare, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ""];
  let name = safe;
  for (let copy = 2; names.has(name); copy++) name = `${bare} (${copy})${ending}`;
  return name;
}
