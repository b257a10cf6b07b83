import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { Fault } from "../../core/values/errors.ts";

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

/** Where files are used, by their ids: as a list tells it. */
export type Uses = Readonly<Record<string, readonly Usage[]>>;

/** The places where a file is used, in one line. */
export const placesOf = (usage: readonly Usage[]): string =>
  usage.map(({ where, label }) => `${where} « ${label} »`).join(", ");

/** How many places would miss these files. */
export const countUses = (uses: Uses, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (uses[id]?.length ?? 0), 0);

/** Where a file would be missed, for the question before it is deleted, hidden or replaced. */
export const missedIn = (usage: readonly Usage[] = []): string | undefined =>
  usage.length > 0 ? `En service : ${placesOf(usage)}.` : undefined;

/** The same for several files, each by its title. */
export function allMissedIn(
  rows: readonly { id: string; title: string }[],
  uses: Uses,
): string | undefined {
  const missed = rows.flatMap(({ id, title }) => {
    const usage = uses[id];
    return usage ? [`« ${title} » (${placesOf(usage)})`] : [];
  });
  return missed.length > 0 ? `En service : ${missed.join(" ; ")}.` : undefined;
}
