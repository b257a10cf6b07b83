import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { FieldRefused } from "../../core/values/errors.ts";
import {
  type Publication,
  type PublicationTimes,
  publicationState,
  resolvePublication,
} from "../../core/values/publication.ts";
import { lockRows, type ManagedTable, updateRecords } from "../../records/records.staff.server.ts";
import type { PublicationChange } from "./publication-words.ts";

type ChangeOptions<T extends ManagedTable> = {
  published: boolean;
  isPublished: (row: T["$inferSelect"]) => boolean;
  /** The columns that say so. */
  values: Partial<T["$inferInsert"]>;
  label: (row: T["$inferSelect"]) => string;
  action: string;
};

/**
 * Publishes rows now, or makes them drafts, whatever their moment of publication was. The end of their publication
 * stays as it is, unless it is over.
 */
export async function changePublication<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  ids: readonly string[],
  { published, isPublished, values, label, action }: ChangeOptions<T>,
): Promise<PublicationChange> {
  const now = currentTime();
  const rows = (await lockRows(db, table, ids)) as (T["$inferSelect"] &
    PublicationTimes & { id: string })[];
  const change = { count: 0, scheduled: 0, retired: 0, ending: 0 };
  for (const row of rows) {
    const stored = { ...row, published: isPublished(row) };
    const state = publicationState(stored, now);
    const until = published && state !== "retired" ? stored.public_until : null;
    const times = resolvePublication(
      { published, public_from: null, public_until: until },
      stored,
      now,
    );
    const { public_from, public_until } = times;
    const after = { ...values, public_from, public_until } as Partial<T["$inferInsert"]>;
    if ((await updateRecords(db, table, [row.id], after, { label, action })) === 0) continue;
    change.count++;
    if (state === "scheduled" || state === "retired") change[state]++;
    if (until) change.ending++;
  }
  return change;
}

/**
 * The publication times to store for those of a form.
 * @throws FieldRefused when the publication would end at once, unless its end was already stored.
 */
export function publicationToStore(
  { published, public_from, public_until }: Publication,
  stored?: Publication,
): Publication {
  const now = currentTime();
  const isStoredEnd = public_until?.getTime() === stored?.public_until?.getTime();
  if (public_until && public_until <= now && !(isStoredEnd && public_from)) {
    throw new FieldRefused("public_until", "Ce moment est déjà passé");
  }
  return resolvePublication({ published, public_from, public_until }, stored, now);
}
