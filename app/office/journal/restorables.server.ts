import { leaderForm } from "../../about/leadership.staff.server.ts";
import { highlightForm } from "../../community/highlights.staff.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { eventForm } from "../../events/events.staff.server.ts";
import { type AnyRecordForm, restoreValues } from "../../kit/form/restoring.server.ts";
import { membershipTypeForm } from "../../membership/types/membership-types.staff.server.ts";
import { newsForm } from "../../news/news.staff.server.ts";
import { pageForm } from "../../pages/pages.staff.server.ts";
import { sectionForm } from "../../pages/sections/sections.staff.server.ts";
import { partnerForm } from "../../partners/partners.staff.server.ts";
import {
  noteRestored,
  readLastVersion,
  readVersion,
} from "../../records/history/versions.staff.server.ts";
import { lockRow } from "../../records/records.staff.server.ts";
import { resourceForm } from "../../resources/resources.staff.server.ts";
import { settingRestoring } from "../../settings/settings.staff.server.ts";

/** Every table whose records have versions, with the form through which an old one comes back. */
export const RESTORABLES: Readonly<Record<string, AnyRecordForm>> = {
  news: newsForm,
  events: eventForm,
  pages: pageForm,
  page_sections: sectionForm,
  static_files: resourceForm,
  partners: partnerForm,
  leadership_team: leaderForm,
  highlights: highlightForm,
  membership_types: membershipTypeForm,
  site_settings: settingRestoring,
};

/** How records of a table are restored. @throws AppError 'not-found' for a table without versions, or no id */
export function restorableAt(table: string, id: string): AnyRecordForm {
  const restorable = Object.hasOwn(RESTORABLES, table) ? RESTORABLES[table] : undefined;
  if (!restorable || !isId(id)) throw new AppError("not-found", "nothing with versions");
  return restorable;
}

/**
 * Brings a version back as a new one: whether something was written. Pressed twice, it was once.
 * @param seen The moment of the record's last change when its versions were looked at.
 * @param told Who was shown to be told of it, where somebody is.
 * @throws RestoreRefused when the record cannot be that any more; EditConflict when somebody saved meanwhile;
 * NoticeNeeded when people would be told.
 */
export async function restoreVersion(
  db: StaffDb,
  table: string,
  id: string,
  { number, seen, told = "" }: { number: number; seen: string; told?: string },
): Promise<boolean> {
  const restorable = restorableAt(table, id);
  await lockRow(db, restorable.table, id);
  const version = await readVersion(db, table, id, number);
  if (!version) throw new AppError("not-found", "no such version");
  const last = await readLastVersion(db, table, id);
  const isMine = last?.restored_from === number && last.staff_id === db.staffId;
  if (last?.number === number || isMine) return false;
  await restoreValues(db, restorable, id, { values: version.values, seen, told });
  const since = last?.number ?? 0;
  await noteRestored(db, table, id, { from: number, since });
  return ((await readLastVersion(db, table, id))?.number ?? 0) > since;
}
