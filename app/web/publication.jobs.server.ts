import { asc, gt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { shownNow } from "../core/database/doors/columns.server.ts";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { news } from "../news/news.table.server.ts";
import { pages } from "../pages/pages.table.server.ts";

/** The tables with publication times, and the SQL function that updates the search entry of a row. */
const KINDS = [
  { table: news, name: "news", published: sql`published`, search: sql`search_article` },
  { table: pages, name: "pages", published: sql`status = 'published'`, search: sql`search_page` },
] as const;
type Kind = (typeof KINDS)[number];

/** A transaction may commit this long after it began, when its moment had not come yet. */
const LATE_MS = 10 * MINUTE;

/**
 * Tells the page caches and the search of what the clock has published or taken away. The policies of both tables
 * already say so, to the moment. `since` is when this process last looked.
 */
export async function publishByTheClock(since: Date | undefined): Promise<void> {
  const now = currentTime();
  await asSystem("publication.clock", async (db) => {
    for (const kind of KINDS) {
      await updateSearch(db, kind, since, now);
      // Pages that this process has cached are newer than its start; each process clears its own cache.
      if (since && (await hasChanged(db, kind, since, now))) {
        await db.execute(sql`select pg_notify('content_changed', ${kind.name})`);
      }
    }
  });
}

async function hasChanged(db: SystemDb, kind: Kind, since: Date, now: Date): Promise<boolean> {
  // A clock that was set back hides again what was already shown.
  const [from, to] = since <= now ? [since, now] : [now, since];
  const [row] = await db
    .select({ id: kind.table.id })
    .from(kind.table)
    .where(changedBetween(kind, from, to))
    .limit(1);
  return row !== undefined;
}

function changedBetween({ table }: Kind, from: Date, to: Date): SQL {
  const within = (moment: SQL) =>
    sql`(${moment} > ${from.toISOString()} and ${moment} <= ${to.toISOString()})`;
  return sql`(${within(sql`${table.public_from}`)} or ${within(sql`${table.public_until}`)})`;
}

/** Makes the search entries agree with what is public now; at the start of a process for all rows. */
async function updateSearch(db: SystemDb, kind: Kind, since: Date | undefined, now: Date) {
  const { table, published, search } = kind;
  const isRecent =
    since && since <= now
      ? changedBetween(kind, new Date(since.getTime() - LATE_MS), now)
      : sql`true`;
  const isFound = sql`exists (select from search_entries where record_id = ${table.id})`;
  // A row that somebody saves at this moment is put in order by its own trigger.
  await db.execute(sql`
    with wrong as materialized (
      select id from ${table}
      where (public_from is not null or public_until is not null) and ${isRecent}
        and ${shownNow(published, table)} <> ${isFound}
      order by id for update skip locked
    )
    select ${search}(id) from wrong`);
}

/** The next moment of a publication or its end: each is the first in its index. */
async function nextMoment(): Promise<Date | undefined> {
  const now = currentTime();
  const moments = await asSystem("publication.clock", async (db) => {
    const first = async (table: Kind["table"], moment: PgColumn) =>
      db.select({ at: moment }).from(table).where(gt(moment, now)).orderBy(asc(moment)).limit(1);
    const found = [];
    for (const { table } of KINDS) {
      found.push(...(await first(table, table.public_from)));
      found.push(...(await first(table, table.public_until)));
    }
    return found.map(({ at }) => (at as Date).getTime());
  });
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
}

/** The last run in this process. */
let lastRun: Date | undefined;

export const publicationClockJob: Job = {
  name: "publication.clock",
  // A moment that could not be kept, since the database was away, is made up for soon.
  everyMs: 10_000,
  async run() {
    const now = currentTime();
    await publishByTheClock(lastRun);
    lastRun = now;
  },
  next: nextMoment,
};
