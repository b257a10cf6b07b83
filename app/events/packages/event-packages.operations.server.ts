import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { eventPackages, events } from "../events.table.server.ts";
import type { FederationEvent, PackageText, PriceOption } from "../events.ts";

type Stored = Omit<PriceOption, "ends_at"> & { ends_at: string | null };

const p = alias(eventPackages, "p");
/** The places of a package that are taken, or were taken before the event was cancelled. */
const taken = sql<number>`p.taken + returning_places(p.event_id, p.id)`;

/**
 * The packages of an event row, as `FederationEvent` has them. In plain SQL, since Drizzle omits the table name of
 * columns in a statement on one table.
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

/** The columns of an event with its packages, for a statement on `events`. */
export const eventColumns = { ...getTableColumns(events), prices: packagesOfEvent };

export type StoredEvent = FederationEvent & typeof events.$inferSelect;

/** Locks an event for this transaction and reads it with its packages. */
export async function lockEventRow(
  db: StaffDb | SystemDb,
  id: string,
  strength: "update" | "share" = "update",
): Promise<StoredEvent | undefined> {
  const isEvent = eq(events.id, id);
  // A statement that waits for a lock reads other tables as of before the wait, so the packages are read afterwards.
  const [locked] = await db.select({ id: events.id }).from(events).where(isEvent).for(strength);
  if (!locked) return undefined;
  const [event] = await db.select(eventColumns).from(events).where(isEvent);
  return event;
}

/** How many places of the packages of an event are taken now. */
export const countTaken = (db: StaffDb | SystemDb, eventId: string) =>
  db
    .select({ package_id: p.id, quota: p.quota, taken: taken.mapWith(Number) })
    .from(p)
    .where(eq(p.event_id, eventId));

/** The packages of an event as its form and the log have them. */
export const withoutCounts = (prices: readonly PriceOption[] | null): PackageText[] | null =>
  prices?.map(({ package_id: _row, taken: _taken, ...text }) => text) ?? null;
