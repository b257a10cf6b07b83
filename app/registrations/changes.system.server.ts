import type { FederationEvent } from "../events/events.ts";
import { queueMail } from "../mails/outbox.visitor.server.ts";
import { placeReleasedMail } from "../mails/place-released.mail.ts";
import { registrationConfirmedMail } from "../mails/registration-confirmed.mail.ts";
import type { MoneyDb } from "../payments/fulfilment.ts";
import { cancelOrder, orderOfSubject } from "../payments/orders.system.server.ts";
import {
  findRegistration,
  lockEvent,
  type Registration,
  setStatus,
} from "./places.system.server.ts";
import { type Hold, orderPlace } from "./register.system.server.ts";
import { holdsPlace, isLive } from "./registrations.ts";

/** What changes a registration, whoever asks for it: its holder on the ticket, or staff. */

/**
 * Cancels a registration as it was `seen`: its place goes to the waiting list, its order is cancelled
 * and what was paid goes back. False when it was over already, or changed in between.
 */
export async function cancelRegistration(
  db: MoneyDb,
  seen: Pick<Registration, "id" | "event_id" | "status">,
): Promise<boolean> {
  if (!isLive(seen.status)) return false;
  // The order before the event, as a payment locks them; it gives up the place with it.
  const order = await orderOfSubject(db, "registration", seen.id);
  if (order && holdsPlace(seen.status)) await cancelOrder(db, order.id);
  const event = await lockEvent(db, seen.event_id);
  const registration = await findRegistration(db, seen.id);
  if (!event || !registration) return false;
  if (registration.status === seen.status) {
    await setStatus(db, registration.id, { status: "cancelled" });
    await queueMail(db, placeReleasedMail({ ...registration, reason: "cancelled", event }));
    return true;
  }
  // Paid or offered in between: that is not what they gave up.
  return !isLive(registration.status);
}

/** What more changes with a status, such as `ACKNOWLEDGED`. */
type Also = Partial<Parameters<typeof setStatus>[2]>;

/** Confirms the place of somebody who has nothing to pay. The event is locked. */
export async function confirmFreePlace(
  db: MoneyDb,
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
  db: MoneyDb,
  event: FederationEvent,
  registration: Registration,
  hold: Hold,
  also: Also = {},
): Promise<{ id: string; token: string }> {
  await setStatus(db, registration.id, { ...also, status: "held" });
  return orderPlace(db, event, registration, hold);
}
