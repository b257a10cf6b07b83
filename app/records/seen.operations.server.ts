import type { StaffDb, SystemDb } from "../core/database/doors/doors.server.ts";
import { AppError, Fault } from "../core/values/errors.ts";

type SeenVersions = { moments: ReadonlyMap<string, number>; compared: Set<string> };

const seenVersions = new WeakMap<StaffDb | SystemDb, SeenVersions>();

/**
 * Says in which versions somebody saw the records that this transaction changes: every lock compares them with
 * `assertSeenVersions`.
 * @param moments The moment of the last change, by id.
 */
export function setSeenVersions(
  db: StaffDb | SystemDb,
  moments: ReadonlyMap<string, number>,
): void {
  seenVersions.set(db, { moments, compared: new Set() });
}

/**
 * Compares rows that were locked with the versions that were seen, where the transaction knows them.
 * @param ids The ids that were looked for: one without a row counts as compared.
 * @throws AppError 'conflict' when one of them was changed meanwhile.
 */
export function assertSeenVersions(
  db: StaffDb | SystemDb,
  rows: readonly Record<string, unknown>[],
  ids: readonly unknown[] = rows.map(({ id }) => id),
): void {
  const seen = seenVersions.get(db);
  if (!seen) return;
  for (const { id, updated_at } of rows) {
    const moment = seen.moments.get(String(id));
    // Once compared it is locked: what changed it since is this transaction.
    if (moment === undefined || seen.compared.has(String(id))) continue;
    if (updated_at instanceof Date && updated_at.getTime() === moment) continue;
    throw new AppError(
      "conflict",
      "cette fiche a changé depuis que vous l’avez lue : relisez-la, puis recommencez",
    );
  }
  for (const id of ids) seen.compared.add(String(id));
}

/** @throws Fault when one of the seen records was never compared: its operation forgot to lock it. */
export function assertAllCompared(db: StaffDb | SystemDb): void {
  const seen = seenVersions.get(db);
  if (!seen) return;
  for (const id of seen.moments.keys()) {
    if (!seen.compared.has(id)) throw new Fault("a record was changed without comparing it");
  }
}
