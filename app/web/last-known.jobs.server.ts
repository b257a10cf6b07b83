import { sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { saveLastKnown } from "../core/process/last-known.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";

/** Whether anything stands in the lists of the public site that is no sample. */
const hasOwnContent = () =>
  asSystem("site.content", async (db) => {
    const { rows } = (await db.execute(sql`select
      exists (select from news where not is_sample) or exists (select from events where not is_sample)
      or exists (select from partners where not is_sample)
      or exists (select from leadership_team where not is_sample) as own`)) as unknown as {
      rows: { own: boolean }[];
    };
    return rows[0]?.own === true;
  });

/** Keeps what a site with content of its own says of itself while its database is away. */
export async function rememberSite(): Promise<void> {
  if (!(await hasOwnContent())) return saveLastKnown(undefined);
  const settings = await readSettings();
  const { email, phone } = settings.contact_info;
  saveLastKnown({ contact: { email, phone }, settings });
}

export const lastKnownJob: Job = {
  name: "site.content",
  everyMs: 10 * MINUTE,
  run: rememberSite,
};
