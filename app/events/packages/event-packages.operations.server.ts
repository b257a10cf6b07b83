import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { eventPackages, events } from "../events.table.server.ts";
import type { FederationEvent, PackageText, PriceOption } from "../events.ts";

type Stored = Omit<PriceOption, "ends_at"> & { ends_at: string | null };

const p = alias(eventPackages, "p");
/** The places of a package that somebody has, or gets back when an event that was cancelled takes place. */
const taken = sql<number>`p.taken + returning_places(p.event_id, p.id)`;

/**
 * The packages of the event of a row, as `FederationEvent` has them. Written with names of its own: Drizzle
 * leaves the table out of columns where a statement reads one alone.
 */
export const packagesOfEvent = sql<PriceOption[] | null>`(case when events.by_invitation
  then '[]'::json else (select json_agg(json_build_object(
    'id', p.key, 'package_id', p.id, 'name', p.name, 'name_en', p.name_en, 'amount', p.amount,
    'description', p.description, 'description_en', p.description_en, 'features', p.features,
    'features_en', p.features_en, 'quota', p.quota, 'ends_at', p.ends_at, 'taken', ${taken}
  ) order by p.position, p.id) from event_packages p
  where p.event_id = events.id and p.withdrawn_at is null) end)`.mapWith((packages: Stored[]) =>
  packages.map((one) => ({ ...one, ends_at: one.ends_at === null ? null : new Date(one.ends_at) })),
);

/** An event with its packages, as a statement on `events` reads it. */
export const eventColumns = { ...getTableColumns(events), prices: packagesOfEvent };

export type StoredEvent = FederationEvent & typeof events.$inferSelect;

/** Takes an event for this transaction, and reads it as it is then: its packages too. */
export async function lockEventRow(
  db: StaffDb | SystemDb,
  id: string,
  strength: "update" | "share" = "update",
): Promise<StoredEvent | undefined> {
  const mine = eq(events.id, id);
  // A statement that waits for a row still sees the other tables as they were before it waited.
  const [locked] = await db.select({ id: events.id }).from(events).where(mine).for(strength);
  if (!locked) return undefined;
  const [event] = await db.select(eventColumns).from(events).where(mine);
  return event;
}

/** How many places of the packages of an event are taken now, whatever was read of it before. */
export const countTaken = (db: StaffDb | SystemDb, eventId: string) =>
  db
    .select({ package_id: p.id, quota: p.quota, taken: taken.mapWith(Number) })
    .from(p)
    .where(eq(p.event_id, eventId));

/** What staff wrote of the packages of an event, as its form and the log have it. */
export const withoutCounts = (prices: readonly PriceOption[] | null): PackageText[] | null =>
  prices?.map(({ package_id: _row, taken: _taken, ...text }) => text) ?? null;
