import { sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { writeLastKnown } from "../core/process/last-known.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { RECORDS } from "../office/frame/notions.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";

/** Applicants come while a site is still a demonstration; a home page and categories stand in an empty one too. */
const IN_EVERY_SITE = ["members", "pages", "page_sections", "file_categories"];

/** The tables whose content staff enter, and that a demonstration fills with samples. */
const SAMPLED = RECORDS.flatMap(({ table, samples }) =>
  samples && !IN_EVERY_SITE.includes(table) ? [table] : [],
);

/** Whether any of these tables holds a row that is no sample. */
const hasRealContent = () =>
  asSystem("site.content", async (db) => {
    const real = SAMPLED.map(
      (table) => sql`exists (select from ${sql.identifier(table)} where not is_sample)`,
    );
    const rows = await rowsOf<{ own: boolean }>(
      db,
      sql`select ${sql.join(real, sql` or `)} as own`,
    );
    return rows[0]?.own === true;
  });

/** Stores the contact and settings that the site shows while its database is away, unless it only has samples. */
export async function saveLastKnown(): Promise<void> {
  if (!(await hasRealContent())) return writeLastKnown(undefined);
  const settings = await readSettings();
  const { email, phone } = settings.contact_info;
  writeLastKnown({ contact: { email, phone }, settings });
}

export const lastKnownJob: Job = {
  name: "site.content",
  everyMs: 10 * MINUTE,
  run: saveLastKnown,
};
