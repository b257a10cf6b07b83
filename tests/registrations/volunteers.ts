import { sql } from "drizzle-orm";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { currentTime } from "../../app/core/process/clock.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { isoDay } from "../../app/i18n/format.ts";
import { insertRow } from "../database/tables.ts";
import type { TestDatabase } from "../support/database/test-database.ts";

/** The day so many days from now. */
export const inDays = (days: number) => isoDay(new Date(currentTime().getTime() + days * DAY));

/** Accounts at the door of events, and who comes there. */
export function volunteers(database: () => TestDatabase) {
  const as = <T>(id: string, work: (db: StaffDb) => Promise<T>) => asStaff({ id }, work);
  const rows = <T>(statement: ReturnType<typeof sql>) => database().asOwner<T>(statement);
  const insert = (table: string, values: object = {}) =>
    asSystem("test", (db) => insertRow(db, table, values as Record<string, unknown>));
  const account = (...roles: string[]) => insert("profiles", { roles });
  const event = (values: object = {}) => insert("events", { date: inDays(0), ...values });
  const place = (account_id: string, event_id: string) =>
    insert("event_door", { account_id, event_id, added_by: account_id });
  return {
    as,
    rows,
    insert,
    account,
    event,
    place,
    /** Somebody who stands at an event of today, unless it is another one. */
    async volunteer(values: object = {}, ...more: string[]) {
      const [id, of] = [await account("door", ...more), await event(values)];
      await place(id, of);
      return { id, event: of };
    },
    registrant: (event_id: string, values: object = {}) =>
      insert("event_registrations", { event_id, status: "confirmed", ...values }),
    async presence(id: string) {
      const [row] = await rows<{ at: Date | null }>(
        sql`select checked_in_at as at from event_registrations where id = ${id}`,
      );
      return row?.at;
    },
  };
}
