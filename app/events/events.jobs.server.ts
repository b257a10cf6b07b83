import { and, asc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { eventPackages, events } from "./events.table.server.ts";

/**
 * Updates the status of events by their dates: ongoing, then completed. A status that staff chose after that moment
 * stays, and so does an early end or a cancellation. `since` is when this process last ran.
 */
export async function updateEventStatuses(since: Date | undefined): Promise<void> {
  const now = currentTime();
  const { status, starts_at, ends_at, status_chosen_at } = events;
  await asSystem("events.clock", async (db) => {
    // An update of no rows would still empty the page cache, so the rows are read first.
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
    await clearPagesOfRegistration(db, since, now);
  });
}

/** Empties the page cache when registration opens or closes or a package ends, since no row changes then. */
async function clearPagesOfRegistration(
  db: SystemDb,
  since: Date | undefined,
  now: Date,
): Promise<void> {
  if (!since) return;
  const { registration_opens_at: opens, registration_closes_at: closes } = events;
  const [opened] = await db
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
  if (opened || ended) await db.execute(sql`select pg_notify('content_changed', 'events')`);
}

/** The next moment at which an event begins or ends, registration opens or closes, or a package ends. */
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

/** The last run in this process: earlier changes are not in its page cache. */
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
