import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors.server.ts";
import { events } from "../events/events.table.server.ts";
import { siteMode } from "../payments/provider.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { PLACED_STATUSES } from "./registrations.ts";

/** A site that takes real money does not start while tests hold places of events that people see. */
export class TestPlacesError extends Error {}

/** What keeps the site from starting: places that nobody has paid for, among those that are sold. */
export async function findTestPlaces(): Promise<TestPlacesError | undefined> {
  if (siteMode() === "test") return undefined;
  const held = await asSystem("registrations.tests", (db) =>
    db
      .select({ title: events.title, places: sql`count(*)`.mapWith(Number) })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(
        and(
          eq(eventRegistrations.is_test, true),
          inArray(eventRegistrations.status, [...PLACED_STATUSES]),
          ne(events.status, "cancelled"),
        ),
      )
      .groupBy(events.id, events.title)
      .orderBy(asc(events.title)),
  );
  if (held.length === 0) return undefined;
  const list = held.map(({ title, places }) => `« ${title} » : ${places}`).join(", ");
  return new TestPlacesError(
    `Des essais gardent des places (tests hold places): ${list}. Démarrez avec PAYMENTS_SIMULATED=1 et retirez les essais dans Paiements (start with PAYMENTS_SIMULATED=1 and remove the tests under Paiements).`,
  );
}
