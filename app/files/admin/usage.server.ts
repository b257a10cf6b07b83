import * as z from "zod";
import { app } from "../../core/app.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { AppError, Fault } from "../../core/values/errors.ts";
import { ids } from "../../kit/form/schema.ts";
import { type Intent, seenIntent } from "../../kit/list/intents.server.ts";
import { deleted } from "../../kit/list/list-intents.server.ts";
import { findFiles } from "../files.staff.server.ts";
import { countUses, type Usage, usageWarnings } from "./usage.ts";

/** Where each of these addresses is used, by address; those that are used nowhere are left out. */
type FindUsage = (db: StaffDb, addresses: readonly string[]) => Promise<Record<string, Usage[]>>;

declare module "../../core/app.ts" {
  interface App {
    /** Asks all notions at once: files know none of them. */
    findUsage: FindUsage;
  }
}

type Located = { id: string; file_url: string };

/**
 * Where each of these files is used, by its id. `own` is the address of the screen that asks about a file,
 * which is no use of it.
 */
export async function findUsesOf(
  db: StaffDb,
  files: readonly Located[],
  own?: (id: string) => string,
): Promise<Record<string, Usage[]>> {
  const { findUsage } = app();
  if (!findUsage) throw new Fault("no usage finder was set");
  const uses = await findUsage(
    db,
    files.map(({ file_url }) => file_url),
  );
  return Object.fromEntries(
    files.flatMap(({ id, file_url }) => {
      const others = (uses[file_url] ?? []).filter(({ to }) => to !== own?.(id));
      return others.length > 0 ? [[id, others]] : [];
    }),
  );
}

type Deletion = {
  remove: (db: StaffDb, ids: readonly string[]) => Promise<{ count: number; batch: string }>;
  text: (count: number) => string;
  /** The address of the screen that deletes a file, which is no use of it. */
  own?: (id: string) => string;
};

/**
 * Deletes files after a question that said in how many places they are used. When there are more by now,
 * nothing is deleted, and the answer says where.
 */
export const deleteFilesIntent = ({ remove, text, own }: Deletion): Intent =>
  seenIntent(
    z.object({ ids, uses: z.coerce.number().int().min(0).default(0) }),
    async (db, fields) => {
      const files = await findFiles(db, fields.ids);
      const uses = await findUsesOf(db, files, own);
      if (countUses(uses, fields.ids) > fields.uses) {
        throw new AppError(
          "conflict",
          `on s’en est servi entre-temps. ${usageWarnings(files, uses)}`,
        );
      }
      return deleted(await remove(db, fields.ids), text);
    },
    "Erreur lors de la suppression",
  );
