import type { StaffDb, SystemDb } from "../core/database/doors/doors.server.ts";
import { AppError, Fault } from "../core/values/errors.ts";

type Known = { moments: ReadonlyMap<string, number>; compared: Set<string> };

const known = new WeakMap<StaffDb | SystemDb, Known>();

/**
 * From here on the transaction changes these records only as somebody saw them: whoever locks one of them compares
 * it (`assertSeenVersions`). By id, the moment of the last change.
 */
export function setSeenVersions(
  db: StaffDb | SystemDb,
  moments: ReadonlyMap<string, number>,
): void {
  known.set(db, { moments, compared: new Set() });
}

/**
 * Compares what was locked with what was seen, where that was told.
 * @param asked The ids that were looked for: what is gone is nobody's to compare.
 * @throws AppError 'conflict' when one of them was changed meanwhile.
 */
export function assertSeenVersions(
  db: StaffDb | SystemDb,
  rows: readonly Record<string, unknown>[],
  asked: readonly unknown[] = rows.map(({ id }) => id),
): void {
  const seen = known.get(db);
  if (!seen) return;
  for (const { id, updated_at } of rows) {
    const moment = seen.moments.get(String(id));
    // Once compared it is locked: what changed it since is this transaction.
    if (moment === undefined || seen.compared.has(String(id))) continue;
    if (updated_at instanceof Date && updated_at.getTime() === moment) continue;
    throw new AppError(
      "conflict",
      "cette fiche a changé depuis que vous l’avez lue : relisez-la, puis recommencez",
    );
  }
  for (const id of asked) seen.compared.add(String(id));
}

/** @throws Fault when a record that was named was never compared: its operation does not say what it changes. */
export function assertAllCompared(db: StaffDb | SystemDb): void {
  const seen = known.get(db);
  if (!seen) return;
  for (const id of seen.moments.keys()) {
    if (!seen.compared.has(id)) throw new Fault("a record was changed without comparing it");
  }
}
