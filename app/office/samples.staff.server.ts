import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { leadershipTeam } from "../about/leadership.table.server.ts";
import { highlights } from "../community/highlights.table.server.ts";
import type { StaffDb } from "../core/database/doors.server.ts";
import { events } from "../events/events.table.server.ts";
import { staticFiles } from "../files/files.table.server.ts";
import { members } from "../membership/members.table.server.ts";
import { membershipTypes } from "../membership/membership-types.table.server.ts";
import { news } from "../news/news.table.server.ts";
import { pageSections, pages } from "../pages/pages.table.server.ts";
import { partners } from "../partners/partners.table.server.ts";
import { orders } from "../payments/orders.table.server.ts";
import { audit } from "../records/audit.staff.server.ts";
import { eventRegistrations } from "../registrations/registrations.table.server.ts";

type Sampled = PgTable & { id: PgColumn; is_sample: PgColumn };

/**
 * Where the first start put samples, in the order in which they can go; and which of them stay,
 * because something real stands on them.
 */
const SAMPLED: readonly { table: Sampled; unless?: SQL }[] = [
  { table: news },
  {
    table: events,
    unless: sql`exists (select 1 from ${eventRegistrations} where event_id = ${events.id})`,
  },
  {
    table: members,
    unless: sql`exists (select 1 from ${orders} where subject_id = ${members.id})`,
  },
  {
    table: membershipTypes,
    unless: sql`exists (select 1 from ${members}
      where ${members.membership_type_id} = ${membershipTypes.id} and not ${members.is_sample})`,
  },
  { table: highlights },
  { table: leadershipTeam },
  { table: partners },
  { table: staticFiles },
  {
    // Its sections go with it: a page of which one was written anew is a page of theirs.
    table: pages,
    unless: sql`exists (select 1 from ${pageSections}
      where ${pageSections.page_id} = ${pages.id} and not ${pageSections.is_sample})`,
  },
];

const stillSample = ({ table, unless }: (typeof SAMPLED)[number]) =>
  and(sql`${table.is_sample}`, unless && sql`not ${unless}`);

/** How many samples are left of each table that has some. */
export async function countSamples(db: StaffDb): Promise<{ entity: string; count: number }[]> {
  const counts = [];
  for (const sampled of SAMPLED) {
    const count = await db.$count(sampled.table, stillSample(sampled));
    if (count > 0) counts.push({ entity: getTableName(sampled.table), count });
  }
  return counts;
}

/**
 * Removes what is still sample, for good. Returns how many rows went. The sample documents come with the
 * product and stay; without a record they open to nobody.
 */
export async function removeSamples(db: StaffDb): Promise<number> {
  let total = 0;
  for (const sampled of SAMPLED) {
    const gone = await db
      .delete(sampled.table)
      .where(stillSample(sampled))
      .returning({ id: sampled.table.id });
    if (gone.length === 0) continue;
    const entity = getTableName(sampled.table);
    await audit(db, {
      action: `${entity}.remove-samples`,
      entity,
      label: `${gone.length} exemples`,
    });
    total += gone.length;
  }
  return total;
}
