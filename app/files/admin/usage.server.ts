import * as z from "zod";
import { app } from "../../core/app.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { AppError, Fault } from "../../core/values/errors.ts";
import { ids } from "../../kit/form/schema.ts";
import { deletionMessage, type Intent, seenIntent } from "../../kit/list/intents.server.ts";
import { findFiles } from "../files.staff.server.ts";
import { countUses, type Usage, type Uses, usageWarnings } from "./usage.ts";

/** The uses of each of these addresses; unused ones are left out. */
type FindUsage = (db: StaffDb, addresses: readonly string[]) => Promise<Record<string, Usage[]>>;

declare module "../../core/app.ts" {
  interface App {
    /** Set by the office, which knows the tables of all notions. */
    findUsage: FindUsage;
    findLinksTo: (db: StaffDb, paths: readonly string[]) => Promise<Record<string, Usage[]>>;
  }
}

/** What leads to each of these addresses of the site, by the id of what stands there: the menu, links in texts, buttons. */
export async function findPathUses(
  db: StaffDb,
  rows: readonly { id: string; path: string }[],
): Promise<Uses> {
  const { findLinksTo } = app();
  if (!findLinksTo) throw new Fault("no finder of links was set");
  const links = await findLinksTo(
    db,
    rows.map(({ path }) => path),
  );
  const uses: Record<string, Usage[]> = {};
  for (const { id, path } of rows) {
    const more = links[path];
    if (more) uses[id] = [...(uses[id] ?? []), ...more];
  }
  return uses;
}

type Located = { id: string; file_url: string };

/**
 * The uses of each of these files, by its id. `ownScreen` is the address of the file's own screen, which does not count.
 */
export async function findUses(
  db: StaffDb,
  files: readonly Located[],
  ownScreen?: (id: string) => string,
): Promise<Record<string, Usage[]>> {
  const { findUsage } = app();
  if (!findUsage) throw new Fault("no usage finder was set");
  const uses = await findUsage(
    db,
    files.map(({ file_url }) => file_url),
  );
  return Object.fromEntries(
    files.flatMap(({ id, file_url }) => {
      const others = (uses[file_url] ?? []).filter(({ to }) => to !== ownScreen?.(id));
      return others.length > 0 ? [[id, others]] : [];
    }),
  );
}

type Used = { rows: readonly { id: string; title: string }[]; uses: Uses };

type Deletion = {
  remove: (db: StaffDb, ids: readonly string[]) => Promise<{ count: number; batch: string }>;
  text: (count: number) => string;
};

/**
 * Deletes records after a question that showed their uses. When there are more uses by now, nothing is deleted and the
 * answer lists them.
 */
export const deleteUsedIntent = (
  findUsed: (db: StaffDb, ids: readonly string[]) => Promise<Used>,
  { remove, text }: Deletion,
): Intent =>
  seenIntent(
    z.object({ ids, uses: z.coerce.number().int().min(0).default(0) }),
    async (db, fields) => {
      const { rows, uses } = await findUsed(db, fields.ids);
      if (countUses(uses, fields.ids) > fields.uses) {
        throw new AppError(
          "conflict",
          `on s’en est servi entre-temps. ${usageWarnings(rows, uses)}`,
        );
      }
      return deletionMessage(await remove(db, fields.ids), text);
    },
    "Erreur lors de la suppression",
  );

/** The same for files. `ownScreen` is the address of the file's own screen, which does not count as a use. */
export const deleteFilesIntent = ({
  ownScreen,
  ...deletion
}: Deletion & { ownScreen?: (id: string) => string }): Intent =>
  deleteUsedIntent(async (db, ids) => {
    const rows = await findFiles(db, ids);
    return { rows, uses: await findUses(db, rows, ownScreen) };
  }, deletion);
