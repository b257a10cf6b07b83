import type { StaffDb } from "../core/database/doors.server.ts";
import { Fault } from "../core/errors.ts";

/** One place where a file is used: what it is called, and the screen where it is changed. */
export type Usage = { where: string; label: string; to: string };

/** Where each of these addresses is used, by address; those that are used nowhere are left out. */
export type FindUsage = (
  db: StaffDb,
  addresses: readonly string[],
) => Promise<Record<string, Usage[]>>;

let finder: FindUsage | undefined;

/** Says, once at the start, how to ask all notions at once: files know none of them. */
export function setUsageFinder(find: FindUsage): void {
  finder = find;
}

export const findUsage: FindUsage = (db, addresses) => {
  if (!finder) throw new Fault("no usage finder was set");
  return finder(db, addresses);
};
