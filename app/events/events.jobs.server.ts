import { and, asc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { eventPackages, events } from "./events.table.server.ts";

/**
 * Moves events on with their dates: what has begun is under way, what has ended is over. What staff chose
 * after that moment stands, and so does what they cancelled or ended early. `since`
 * is when this process last looked.
 */
export async function updateEventStatuses(since: Date | undefined): Promise<void> {
  const now = currentTime();
  const { status, starts_at, ends_at, status_chosen_at } = events;
  await asSystem("events.clock", async (db) => {
    // A statement that changes nothing would still empty the page cache: it is asked first.
    const ended = and(
      inArray(status, ["upcoming", "ongoing"]),
      lte(ends_at, now),
      lte(status_chosen_at, ends_at),
    );
    const begun = and(
      eq(status, "upcoming"),
      lte(starts_at, now),
      gt(ends_at, now),
      lte(status_chosen_at, starts_at),
    );
    const due = await db
      .select({
        id: events.id,
        to: sql<"completed" | "ongoing">`case when ${ended} then 'completed' else 'ongoing' end`,
      })
      .from(events)
      .where(or(ended, begun))
      .orderBy(asc(events.id))
      .for("update");
    for (const to of ["completed", "ongoing"] as const) {
      const ids = due.filter((event) => event.to === to).map(({ id }) => id);
      if (ids.length > 0)
        await db.update(events).set({ status: to }).where(inArray(events.id, ids));
    }
    await tellOfRegistration(db, since, now);
  });
}

/** Registration that opens or closes, or a package that ends, changes no row, but what the pages say. */
async function tellOfRegistration(db: SystemDb, since: Date | undefined, now: Date): Promise<void> {
  if (!since) return;
  const { registration_opens_at: opens, registration_closes_at: closes } = events;
  const [turned] = await db
    .select({ id: events.id })
    .from(events)
    .where(or(and(gt(opens, since), lte(opens, now)), and(gt(closes, since), lte(closes, now))))
    .limit(1);
  const { ends_at } = eventPackages;
  const [ended] = await db
    .select({ id: eventPackages.id })
    .from(eventPackages)
    .where(and(gt(ends_at, since), lte(ends_at, now)))
    .limit(1);
  if (turned || ended) await db.execute(sql`select pg_notify('content_changed', 'events')`);
}

/** When an event begins or ends next, registration for one opens or closes, or a package of one ends. */
async function nextMoment(): Promise<Date | undefined> {
  const now = currentTime();
  const after = (moment: PgColumn) =>
    sql`min(${moment}) filter (where ${moment} > ${now.toISOString()})`;
  const at = sql<string | null>`least(${after(events.starts_at)}, ${after(events.ends_at)},
    ${after(events.registration_opens_at)}, ${after(events.registration_closes_at)})`;
  const { ends_at } = eventPackages;
  const moments = await asSystem("events.clock", async (db) => [
    ...(await db
      .select({ at })
      .from(events)
      .where(inArray(events.status, ["upcoming", "ongoing"]))),
    ...(await db
      .select({ at: sql<string | null>`min(${ends_at})` })
      .from(eventPackages)
      .where(gt(ends_at, now))),
  ]);
  const times = moments.flatMap((moment) => (moment.at ? [Date.parse(moment.at)] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

/** When this process last looked: what turned before it began is in none of its pages. */
let lastRun: Date | undefined;

export const eventsClockJob: Job = {
  name: "events.clock",
  byCalendar: true,
  everyMs: MINUTE,
  async run() {
    const now = currentTime();
    await updateEventStatuses(lastRun);
    lastRun = now;
  },
  next: nextMoment,
};
