import { and, eq, gt } from "drizzle-orm";
import { currentTime } from "../../core/process/clock.ts";
import { eventChanges } from "../../events/cancellation/event-changes.table.server.ts";
import { events } from "../../events/events.table.server.ts";
import type { FederationEvent } from "../../events/events.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { type Hold, orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/orders/orders.table.server.ts";
import { cancelAndRefund } from "../../payments/orders/refund-on-cancel.operations.server.ts";
import { placeReleasedMail } from "../mails/place.mail.ts";
import { registrationConfirmedMail } from "../mails/registration.mail.ts";
import { orderPlace } from "../register/register.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { holdsPlace, isLive } from "../registrations.ts";
import {
  findRegistration,
  lockEvent,
  type Registration,
  setStatus,
} from "./places.system.server.ts";

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
  if (order && holdsPlace(current.status)) {
    // Where or when it is now is not what was paid for: the terms give the money back.
    const mayGo = !staffId && (await isMovedSince(db, current.id));
    await cancelAndRefund(db, order.id, { asker: staffId ? { staffId } : "holder", mayGo });
  }
  const event = await lockEvent(db, current.event_id);
  const registration = await findRegistration(db, current.id);
  if (!event || !registration) return false;
  if (registration.status === current.status) {
    await setStatus(db, registration.id, { status: "cancelled", cancelled_by: staffId });
    const mail = placeReleasedMail({ ...registration, reason: "cancelled", event });
    await queueMail(
      db,
      withKey(mail, registration.id, registration.status, registration.updated_at),
    );
    return true;
  }
  // Paid or offered in between: that is not what they gave up.
  if (isLive(registration.status)) return false;
  if (staffId) await setStatus(db, registration.id, { status: "cancelled", cancelled_by: staffId });
  return true;
}

/** Whether the event was moved since a place at it was confirmed, and has not begun. */
export async function isMovedSince(db: WriteDb, id: string): Promise<boolean> {
  const [move] = await db
    .select({ id: eventChanges.id })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .innerJoin(eventChanges, eq(eventChanges.event_id, events.id))
    .where(
      and(
        eq(eventRegistrations.id, id),
        eq(eventRegistrations.status, "confirmed"),
        eq(eventChanges.kind, "moved"),
        gt(eventChanges.created_at, eventRegistrations.confirmed_at),
        gt(events.starts_at, currentTime()),
      ),
    )
    .limit(1);
  return move !== undefined;
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
  const mail = registrationConfirmedMail({ ...registration, event });
  await queueMail(db, withKey(mail, registration.id, registration.updated_at));
}

/** Keeps a place for its payment. The event is locked. */
export async function holdPlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  hold: Hold,
  also: Also = {},
): Promise<Order> {
  await setStatus(db, registration.id, { ...also, status: "held" });
  return orderPlace(db, event, registration, hold);
}
