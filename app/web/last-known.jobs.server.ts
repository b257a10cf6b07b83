import { sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { writeLastKnown } from "../core/process/last-known.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";

/** Whether the public lists hold anything that is no sample. */
const hasRealContent = () =>
  asSystem("site.content", async (db) => {
    const { rows } = (await db.execute(sql`select
      exists (select from news where not is_sample) or exists (select from events where not is_sample)
      or exists (select from partners where not is_sample)
      or exists (select from leadership_team where not is_sample) as own`)) as unknown as {
      rows: { own: boolean }[];
    };
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
