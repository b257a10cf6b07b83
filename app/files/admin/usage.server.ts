import { app } from "../../core/app.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Usage } from "./usage.ts";

/** Where each of these addresses is used, by address; those that are used nowhere are left out. */
export type FindUsage = (
  db: StaffDb,
  addresses: readonly string[],
) => Promise<Record<string, Usage[]>>;

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
