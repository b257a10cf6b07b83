import { desc, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { memoizeFor } from "../../core/process/ttl-cache.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { type Count, countEach } from "../../records/list/counting.staff.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";
import type { Notification } from "../frame/notifications.staff.server.ts";
import { newMembers, newMessages } from "../frame/notifications.staff.server.ts";
import { COUNTERS } from "./dashboard.ts";

/** Whether the account may open the screen of an address. */
type Readable = (address: string) => boolean;

/** By table. */
type Counts = Record<string, Count>;

/** How much there is of each notion that the dashboard counts. */
export const readCounts = (db: StaffDb, may: Readable): Promise<Counts> =>
  countEach(
    db,
    Object.fromEntries(
      COUNTERS.filter(({ to }) => may(to)).map(({ table, tests }) => [
        table,
        [sql.identifier(table), undefined, tests === undefined ? undefined : sql.identifier(tests)],
      ]),
    ),
  );

/** One month of the chart, yyyy-mm. */
export type Month = { month: string; memberships: number; registrations: number };

const cachedMonths = memoizeFor<Month[]>(MINUTE);

/**
 * Applications for membership and confirmed registrations of the last twelve months, oldest first, without tests. A
 * year has many rows: they are counted once a minute, and at once after a new member.
 */
export async function readMonths(db: StaffDb): Promise<Month[]> {
  const [newest] = await db
    .select({ id: members.id })
    .from(members)
    .orderBy(desc(members.created_at), desc(members.id))
    .limit(1);
  return cachedMonths(newest?.id ?? "", () => countMonths(db));
}

async function countMonths(db: StaffDb): Promise<Month[]> {
  const within = sql`created_at >= start at time zone 'UTC'
    and created_at < (start + interval '1 month') at time zone 'UTC'`;
  const rows = await rowsOf<Month>(
    db,
    sql`
    select to_char(start, 'YYYY-MM') as month,
      (select count(*)::int from ${members} where ${within})
        - (select count(*)::int from ${members} where is_test and ${within}) as memberships,
      (select count(*)::int from ${eventRegistrations} where status = 'confirmed' and ${within})
        - (select count(*)::int from ${eventRegistrations}
          where is_test and status = 'confirmed' and ${within}) as registrations
    from (select date_trunc('month', site_now() at time zone 'UTC') as this) today,
      generate_series(this - interval '11 months', this, interval '1 month') as start
    order by start`,
  );
  return rows;
}

const NEWEST_MEMBERS = 3;
const NEWEST_MESSAGES = 2;

/** The newest members and messages, the latest first. */
export async function readLatest(db: StaffDb, seenAt: Date): Promise<Notification[]> {
  const latest = [
    ...(await newMembers(db, seenAt, { limit: NEWEST_MEMBERS })),
    ...(await newMessages(db, seenAt, { limit: NEWEST_MESSAGES })),
  ];
  return latest.sort((a, b) => b.time.getTime() - a.time.getTime());
}
