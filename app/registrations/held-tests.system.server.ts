import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors.server.ts";
import { events } from "../events/events.table.server.ts";
import { siteMode } from "../payments/provider.ts";
import { type TestPlaces, testPlacesWords } from "../payments/test-places.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { PLACED_STATUSES } from "./registrations.ts";

/** A site that takes real money does not start while tests hold places of events that people see. */
export class TestPlacesError extends Error {}

/** The places that tests hold in events that are not cancelled. */
export const heldByTests = (): Promise<TestPlaces[]> =>
  asSystem("registrations.tests", (db) =>
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

/** What keeps the site from starting: places that nobody has paid for, among those that are sold. */
export async function refuseTestPlaces(): Promise<TestPlacesError | undefined> {
  if (siteMode() === "test") return undefined;
  const held = await heldByTests();
  if (held.length === 0) return undefined;
  return new TestPlacesError(
    `Des essais gardent des places (tests hold places) : ${testPlacesWords(held)}. Démarrez avec PAYMENTS_SIMULATED=1 et retirez les essais dans Paiements (start with PAYMENTS_SIMULATED=1 and remove the tests under Paiements).`,
  );
}
