import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { FieldRefused } from "../../kit/form/save.server.ts";
import type { FormValues } from "../../kit/list/groups.ts";
import { ticketOffice } from "../door/ticket-office.ts";
import type { PackageText } from "../events.ts";
import { eventPackages } from "./event-packages.table.server.ts";
import { quotaField } from "./event-prices.ts";

type Row = typeof eventPackages.$inferSelect;

/**
 * Brings the packages of a locked event to what its form says: only what differs is written. One that somebody registered for is
 * withdrawn rather than deleted; under the same word it comes back with its count.
 * @throws FieldRefused when one would have fewer places than are taken.
 */
export async function savePackages(
  db: StaffDb,
  eventId: string,
  packages: readonly PackageText[],
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
    if (isSame(row, values)) continue;
    if (text.quota !== null && text.quota < row.taken) {
      const field = (values: FormValues) => quotaField(values, position);
      throw new FieldRefused(field, quotaRefusal(row.taken));
    }
    const change = { ...values, is_sample: false };
    await db.update(eventPackages).set(change).where(eq(eventPackages.id, row.id));
  }
  const gone = rows.filter((row) => !packages.some(({ id }) => id === row.key));
  await removePackages(db, eventId, gone);
}

const isSame = (row: Row, values: Partial<Row>): boolean =>
  Object.entries(values).every(([field, value]) =>
    isDeepStrictEqual(row[field as keyof Row], value),
  );

function quotaRefusal(taken: number): string {
  const places = taken > 1 ? `${taken} places sont déjà prises` : "Une place est déjà prise";
  return `${places}, le quota ne peut pas être plus bas`;
}

async function removePackages(db: StaffDb, eventId: string, rows: readonly Row[]): Promise<void> {
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
