import { and, eq, inArray } from "drizzle-orm";
import type { FederationEvent } from "../events/events.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import type { WriteDb } from "../payments/fulfilment.ts";
import {
  cancelOrder,
  orderOfSubject,
  stopPayingFor,
} from "../payments/orders.operations.server.ts";
import { placeReleasedMail } from "./place-released.mail.ts";
import {
  findRegistration,
  lockEvent,
  type Registration,
  setStatus,
} from "./places.system.server.ts";
import { type Hold, orderPlace } from "./register.operations.server.ts";
import { registrationConfirmedMail } from "./registration-confirmed.mail.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { holdsPlace, isLive } from "./registrations.ts";

/** What changes a registration, whoever asks for it: its holder on the ticket, or staff. */

/**
 * Cancels a registration as it was `seen`: its place goes to the waiting list, its order is cancelled
 * and what was paid goes back. `staffId` says who of the staff wants it: then money that comes late does
 * not bring it back. False when it was over already, or changed in between.
 */
export async function cancelRegistration(
  db: WriteDb,
  current: Pick<Registration, "id" | "event_id" | "status">,
  staffId?: string,
): Promise<boolean> {
  if (!isLive(current.status)) return false;
  // The order before the event, as a payment locks them; it gives up the place with it.
  const order = await orderOfSubject(db, "registration", current.id);
  if (order && holdsPlace(current.status)) await cancelOrder(db, order.id);
  const event = await lockEvent(db, current.event_id);
  const registration = await findRegistration(db, current.id);
  if (!event || !registration) return false;
  if (registration.status === current.status) {
    await setStatus(db, registration.id, { status: "cancelled", cancelled_by: staffId });
    await queueMail(db, placeReleasedMail({ ...registration, reason: "cancelled", event }));
    return true;
  }
  // Paid or offered in between: that is not what they gave up.
  if (isLive(registration.status)) return false;
  if (staffId) await setStatus(db, registration.id, { status: "cancelled", cancelled_by: staffId });
  return true;
}

/** What more changes with a status, such as `ACKNOWLEDGED`. */
type Also = Partial<Parameters<typeof setStatus>[2]>;

/** Confirms the place of somebody who has nothing to pay. The event is locked. */
export async function confirmFreePlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
  also: Also = {},
): Promise<void> {
  await setStatus(db, registration.id, { ...also, status: "confirmed", confirmed_at: now });
  await queueMail(db, registrationConfirmedMail({ ...registration, event }));
}

/** Keeps a place for its payment. The event is locked. */
export async function holdPlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  hold: Hold,
  also: Also = {},
): Promise<{ id: string; token: string }> {
  await setStatus(db, registration.id, { ...also, status: "held" });
  return orderPlace(db, event, registration, hold);
}

/** Events were cancelled: whoever is paying for a place at one of them is stopped soon. */
export async function stopPayingAt(db: WriteDb, eventIds: readonly string[]): Promise<void> {
  const registrations = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(
      and(
        inArray(eventRegistrations.event_id, [...eventIds]),
        eq(eventRegistrations.status, "held"),
      ),
    );
  await stopPayingFor(
    db,
    "registration",
    registrations.map(({ id }) => id),
  );
}
