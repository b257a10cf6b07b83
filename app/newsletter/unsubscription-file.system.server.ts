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

/** Longer than any archive is kept. */
const LOOK_BACK_MS = 90 * DAY;
/** Concurrent transactions may commit in another order than their timestamps. */
const OVERLAP_MS = 10 * MINUTE;

/** Adds the ended subscriptions that are not in the file yet. */
export async function recordUnsubscriptions(dataDir = env().DATA_DIR): Promise<void> {
  const recorded = readUnsubscriptions(dataDir);
  const moments = recorded.filter(({ at }) => !isInFuture(at)).map(({ at }) => Date.parse(at));
  const newest = Math.max(0, ...moments);
  const since = new Date(Math.max(newest - OVERLAP_MS, currentTime().getTime() - LOOK_BACK_MS));
  const { id, status, address_hash, updated_at } = newsletterSubscriptions;
  const rows = await asSystem("newsletter.keep", (db) =>
    db
      .select({ id, address: address_hash, at: updated_at })
      .from(newsletterSubscriptions)
      .where(and(eq(status, "unsubscribed"), gte(updated_at, since))),
  );
  // A subscription in the bin can be ended by its link, without a timestamp.
  const row = sql`${bin.rows} -> 0 -> 'row'`;
  const binned = await asSystem("newsletter.keep", (db) =>
    db
      .select({ id: bin.entity_id, address: sql<string | null>`${row} ->> 'address_hash'` })
      .from(bin)
      .where(
        and(eq(bin.entity, "newsletter_subscriptions"), sql`${row} ->> 'status' = 'unsubscribed'`),
      ),
  );
  const ends = latestEnds(recorded);
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
 * Ends the subscriptions again that a restored backup of this moment reactivated, unless there is a later consent.
 * Returns how many ended.
 */
export async function repeatUnsubscriptions(
  since: Date,
  dataDir = env().DATA_DIR,
): Promise<number> {
  let ended = 0;
  // Earlier ends are in the backup already, and somebody may have subscribed again since.
  const lines = readUnsubscriptions(dataDir).filter(({ at }) => Date.parse(at) > since.getTime());
  for (const { id, at, address } of new Map(lines.map((line) => [line.id, line])).values()) {
    const { id: rowId, status, address_hash, consented_at } = newsletterSubscriptions;
    const isSubscription = or(eq(rowId, id), address ? eq(address_hash, address) : undefined);
    const rows = await asSystem("newsletter.repeat", (db) =>
      db
        .update(newsletterSubscriptions)
        .set({ status: "unsubscribed" })
        .where(and(isSubscription, eq(status, "active"), lt(consented_at, new Date(at))))
        .returning({ id: rowId }),
    );
    ended += rows.length;
  }
  return ended;
}
