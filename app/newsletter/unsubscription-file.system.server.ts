import { and, eq, gte, lt, or, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import {
  addEnds,
  isInFuture,
  latestEnds,
  readUnsubscriptions,
} from "./unsubscription-lines.server.ts";

/** Older than any archive is kept. */
const LOOK_BACK_MS = 90 * DAY;
/** Two that end at once are not written down in the order of their moments. */
const OVERLAP_MS = 10 * MINUTE;

/** Writes what ended, and the file does not know yet, into the file. */
export async function recordUnsubscriptions(dataDir = env().DATA_DIR): Promise<void> {
  const known = readUnsubscriptions(dataDir);
  const moments = known.filter(({ at }) => !isInFuture(at)).map(({ at }) => Date.parse(at));
  const newest = Math.max(0, ...moments);
  const since = new Date(Math.max(newest - OVERLAP_MS, currentTime().getTime() - LOOK_BACK_MS));
  const { id, status, address_hash, updated_at } = newsletterSubscriptions;
  const rows = await asSystem("newsletter.keep", (db) =>
    db
      .select({ id, address: address_hash, at: updated_at })
      .from(newsletterSubscriptions)
      .where(and(eq(status, "unsubscribed"), gte(updated_at, since))),
  );
  // What staff deleted ends by its link too, and says not when.
  const row = sql`${bin.rows} -> 0 -> 'row'`;
  const binned = await asSystem("newsletter.keep", (db) =>
    db
      .select({ id: bin.entity_id, address: sql<string | null>`${row} ->> 'address_hash'` })
      .from(bin)
      .where(
        and(eq(bin.entity, "newsletter_subscriptions"), sql`${row} ->> 'status' = 'unsubscribed'`),
      ),
  );
  const ends = latestEnds(known);
  const now = currentTime();
  const lines = [
    ...rows,
    ...binned.filter((one) => !ends.has(one.id)).map((one) => ({ ...one, at: now })),
  ];
  addEnds(
    dataDir,
    lines.map((one) => ({ id: one.id, at: one.at.toISOString(), address: one.address ?? "" })),
  );
}

/**
 * Ends again what a backup of this moment brought back, unless it was agreed to anew later. Returns how many
 * ended.
 */
export async function repeatUnsubscriptions(
  since: Date,
  dataDir = env().DATA_DIR,
): Promise<number> {
  let ended = 0;
  // What ended before stands in the backup as it was left: somebody may have come back until then.
  const lines = readUnsubscriptions(dataDir).filter(({ at }) => Date.parse(at) > since.getTime());
  for (const { id, at, address } of new Map(lines.map((line) => [line.id, line])).values()) {
    const { id: own, status, address_hash, consented_at } = newsletterSubscriptions;
    const isTheirs = or(eq(own, id), address ? eq(address_hash, address) : undefined);
    const rows = await asSystem("newsletter.repeat", (db) =>
      db
        .update(newsletterSubscriptions)
        .set({ status: "unsubscribed" })
        .where(and(isTheirs, eq(status, "active"), lt(consented_at, new Date(at))))
        .returning({ id: own }),
    );
    ended += rows.length;
  }
  return ended;
}
