import { and, asc, gte, isNull } from "drizzle-orm";
import { asStaff, type Staff } from "../../core/database/doors/doors.server.ts";
import { descriptors } from "../../core/process/machine.server.ts";
import { PROBLEM_LABELS } from "../../files/admin/problem-labels.ts";
import { MAX_TRIES } from "../../files/children/media.ts";
import { staticFiles } from "../../files/files.table.server.ts";
import type { Finding } from "./probes.system.server.ts";

/** With fewer left, somebody should look before no address answers any more. */
const FEW = 0.2;
const FILES_SHOWN = 10;

/** How many files and connections may still be opened. */
export function openDescriptors(read = descriptors): Finding & { unknown?: true } {
  const count = read();
  if (!count) return { level: "warning", unknown: true, summary: "Le système ne le dit pas" };
  const free = count.most - count.open;
  return {
    level: free < FEW * count.most ? "warning" : "success",
    summary: `${count.open} ouverts, ${free} encore possibles`,
  };
}

/** Files of which no smaller pictures, or no cover, can be made. */
export async function unpreparedFiles(staff: Staff): Promise<Finding> {
  const { file_url, prepare_problem, prepared_at, prepare_tries, created_at } = staticFiles;
  const givenUp = and(isNull(prepared_at), gte(prepare_tries, MAX_TRIES));
  const { failed, count } = await asStaff(staff, async (db) => ({
    failed: await db
      .select({ file_url, prepare_problem })
      .from(staticFiles)
      .where(givenUp)
      .orderBy(asc(created_at))
      .limit(FILES_SHOWN),
    count: await db.$count(staticFiles, givenUp),
  }));
  return {
    level: count > 0 ? "warning" : "success",
    summary:
      count > 0
        ? `${count} à remplacer : leurs versions réduites ou leur couverture ne peuvent pas être faites`
        : "Tout ce qui a été envoyé a pu être préparé",
    // Its name was given by somebody; the address says as much here, and is found in Fichiers.
    details: failed.map((file) => [
      file.file_url.slice(file.file_url.lastIndexOf("/") + 1),
      PROBLEM_LABELS[file.prepare_problem ?? "died"],
    ]),
  };
}
