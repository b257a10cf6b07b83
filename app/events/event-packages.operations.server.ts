import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import type { StaffDb, SystemDb } from "../core/database/doors.server.ts";
import { FieldRefused } from "../kit/save.server.ts";
import { eventPackages } from "./event-packages.table.server.ts";
import { events } from "./events.table.server.ts";
import type { FederationEvent, PackageText, PriceOption } from "./events.ts";
import { ticketOffice } from "./ticket-office.ts";

type Stored = Omit<PriceOption, "ends_at"> & { ends_at: string | null };

/**
 * The packages of the event of a row, as `FederationEvent` has them. Written with names of its own: Drizzle
 * leaves the table out of columns where a statement reads one alone.
 */
export const packagesOfEvent = sql<PriceOption[] | null>`(case when events.by_invitation
  then '[]'::json else (select json_agg(json_build_object(
    'id', p.key, 'package_id', p.id, 'name', p.name, 'name_en', p.name_en, 'amount', p.amount,
    'description', p.description, 'description_en', p.description_en, 'features', p.features,
    'features_en', p.features_en, 'quota', p.quota, 'ends_at', p.ends_at, 'taken', p.taken
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

/** What staff wrote of the packages of an event, as its form and the log have it. */
export const packageTexts = (prices: readonly PriceOption[] | null): PackageText[] | null =>
  prices?.map(({ package_id: _row, taken: _taken, ...text }) => text) ?? null;

/**
 * Brings the packages of a locked event to what its form says. One that somebody registered for is
 * withdrawn rather than deleted; under the same word it comes back with its count.
 * @param groups The names of their fields, to tell beside which one something is wrong.
 * @throws FieldRefused when one would have fewer places than are taken.
 */
export async function savePackages(
  db: StaffDb,
  eventId: string,
  packages: readonly PackageText[],
  groups: readonly string[] = [],
): Promise<void> {
  const rows = await db
    .select()
    .from(eventPackages)
    .where(eq(eventPackages.event_id, eventId))
    .orderBy(asc(eventPackages.id));
  for (const [position, { id: key, ...text }] of packages.entries()) {
    const row = rows.find((one) => one.key === key);
    const values = { ...text, position, withdrawn_at: null };
    if (!row) {
      await db.insert(eventPackages).values({ ...values, event_id: eventId, key });
      continue;
    }
    if (text.quota !== null && text.quota < row.taken) {
      const field = `${groups[position] ?? `prices.${position}`}.quota`;
      throw new FieldRefused(field, quotaRefusal(row.taken));
    }
    await db.update(eventPackages).set(values).where(eq(eventPackages.id, row.id));
  }
  const gone = rows.filter((row) => !packages.some(({ id }) => id === row.key));
  await removePackages(db, eventId, gone);
}

const quotaRefusal = (taken: number): string =>
  taken > 1
    ? `${taken} places sont déjà prises : le quota ne peut pas être plus bas`
    : "Une place est déjà prise : le quota ne peut pas être plus bas";

async function removePackages(
  db: StaffDb,
  eventId: string,
  rows: readonly (typeof eventPackages.$inferSelect)[],
): Promise<void> {
  if (rows.length === 0) return;
  const chosen = await ticketOffice().listChosenPackages(db, eventId);
  const removed = rows.filter(({ id }) => !chosen.has(id));
  const withdrawn = rows.filter(({ id, withdrawn_at }) => chosen.has(id) && !withdrawn_at);
  const those = (some: typeof rows) =>
    and(
      eq(eventPackages.event_id, eventId),
      inArray(
        eventPackages.id,
        some.map(({ id }) => id),
      ),
    );
  if (removed.length > 0) await db.delete(eventPackages).where(those(removed));
  if (withdrawn.length === 0) return;
  await db.update(eventPackages).set({ withdrawn_at: currentTime() }).where(those(withdrawn));
}
