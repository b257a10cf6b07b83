import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { events } from "../../events/events.table.server.ts";
import {
  closedByTests,
  formatTestPlaces,
  hasLiveKeysIn,
  readKeys,
  type TestPlaces,
} from "../../payments/providers/online-providers.system.server.ts";
import { siteMode } from "../../payments/providers/provider.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { PLACED_STATUSES } from "../registrations.ts";

/** Thrown at a start of a site that takes real money while tests hold places of events. */
export class TestPlacesError extends Error {}

/** The places that tests hold in events to come or under way. */
export const listTestPlaces = (): Promise<TestPlaces[]> =>
  asSystem("registrations.tests", (db) =>
    db
      .select({ title: events.title, places: sql`count(*)`.mapWith(Number) })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(
        and(
          eq(eventRegistrations.is_test, true),
          inArray(eventRegistrations.status, [...PLACED_STATUSES]),
          inArray(events.status, ["upcoming", "ongoing"]),
          // At a start, the job that ends past events has not run yet.
          gt(events.ends_at, currentTime()),
        ),
      )
      .groupBy(events.id, events.title)
      .orderBy(asc(events.title)),
  );

/**
 * Why the site must not start: tests hold places that are sold for real money. With live keys that staff entered it
 * starts, but takes no money online until the tests are removed.
 */
export async function findTestPlacesError(): Promise<TestPlacesError | undefined> {
  if (siteMode() === "test" || closedByTests().length > 0) return undefined;
  const held = await listTestPlaces();
  if (held.length === 0) return undefined;
  const [fr, en] = hasLiveKeysIn(await readKeys(), "environment") ? WAYS.keys : WAYS.simulated;
  return new TestPlacesError(
    `Des essais gardent des places (tests hold places) : ${formatTestPlaces(held)}. ${fr} (${en}).`,
  );
}

/** How to remove the tests, depending on the environment. */
const WAYS = {
  keys: [
    "Sortez les clés réelles de l’environnement (DJOMY_…, PAYPAL_…) ou mettez à leur place celles d’un mode de test (DJOMY_MODE, PAYPAL_MODE), démarrez avec PAYMENTS_SIMULATED=1, retirez les essais dans Paiements, puis remettez les clés et PAYMENTS_SIMULATED comme avant",
    "take the live keys out of the environment or put those of a test mode in their place, start with PAYMENTS_SIMULATED=1, remove the tests under Paiements, then put the keys and PAYMENTS_SIMULATED back",
  ],
  simulated: [
    "Démarrez avec PAYMENTS_SIMULATED=1, retirez les essais dans Paiements, puis redémarrez sans",
    "start with PAYMENTS_SIMULATED=1, remove the tests under Paiements, then start without it",
  ],
} as const;
