import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { ids } from "../../kit/form/schema.ts";
import { deletionMessage, type Intent, seenIntent } from "../../kit/list/intents.server.ts";
import { findUsesOf } from "../admin/usage.server.ts";
import { allMissedIn, countUses } from "../admin/usage.ts";
import { findFiles } from "../files.staff.server.ts";

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
          `on s’en est servi entre-temps. ${allMissedIn(files, uses)}`,
        );
      }
      return deletionMessage(await remove(db, fields.ids), text);
    },
    "Erreur lors de la suppression",
  );
