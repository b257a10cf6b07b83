import { type FederationEvent, registrationsOpen } from "../events/events.ts";
import { pathIn } from "../i18n/languages.ts";
import { queueMail } from "../mails/outbox.visitor.server.ts";
import { placeReleasedMail } from "../mails/place-released.mail.ts";
import { registrationConfirmedMail } from "../mails/registration-confirmed.mail.ts";
import type { Fulfilment, MoneyDb } from "../payments/fulfilment.ts";
import { cancelOrder, orderOfSubject } from "../payments/orders.system.server.ts";
import {
  findRegistration,
  freePlaces,
  lockEvent,
  type Registration,
  setStatus,
} from "./places.system.server.ts";
import { findLive } from "./register.system.server.ts";
import { holdsPlace } from "./registrations.ts";

/** What a payment does to a registration, inside the transaction that records the money. */
export const registrationFulfilment: Fulfilment = {
  async confirm(db, order) {
    const now = new Date();
    const before = await findRegistration(db, order.subject_id);
    if (!before) return "no-place";
    if (!holdsPlace(before.status)) await clearTheWay(db, before);
    const event = await lockEvent(db, before.event_id);
    const registration = await findRegistration(db, before.id);
    if (!event || !registration) return "no-place";
    if (registration.status === "confirmed") {
      return registration.order_id === order.id ? "fulfilled" : "no-place";
    }
    if (!holdsPlace(registration.status) && !(await latePlace(db, event, registration, now))) {
      return "no-place";
    }
    const paid = { status: "confirmed", confirmed_at: now, order_id: order.id } as const;
    await setStatus(db, registration.id, paid);
    await queueMail(db, registrationConfirmedMail({ ...registration, event }));
    return "fulfilled";
  },

  async release(db, order) {
    const before = await findRegistration(db, order.subject_id);
    const event = before && (await lockEvent(db, before.event_id));
    const registration = event && (await findRegistration(db, before.id));
    if (!registration || !holdsPlace(registration.status)) return;
    const held = registration.status === "held";
    // Another order's payment stands.
    if (!held && registration.order_id !== order.id) return;
    const over = held && order.hold_expires_at && order.hold_expires_at <= new Date();
    await setStatus(db, registration.id, { status: over ? "expired" : "cancelled" });
    const reason = over ? "payment" : "cancelled";
    const refunded = order.status === "confirmed";
    await queueMail(db, placeReleasedMail({ ...registration, reason, refunded, event }));
  },

  thanks: (order, language) => pathIn(language, `/tickets/${order.token}`),
};

/**
 * The money came after the place was given back. When the same person asked for another one since, its
 * order is cancelled, before the event is locked: they pay once, for one place.
 */
async function clearTheWay(db: MoneyDb, registration: Registration): Promise<void> {
  const again = await findLive(db, registration.event_id, registration.email);
  if (again?.status !== "held") return;
  const order = await orderOfSubject(db, "registration", again.id);
  if (order) await cancelOrder(db, order.id);
}

/** Whether late money finds a place: a free one, or the one that the same person was offered since. */
async function latePlace(
  db: MoneyDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
): Promise<boolean> {
  if (!registrationsOpen(event, now)) return false;
  const twin = await findLive(db, event.id, registration.email);
  if (twin?.status === "held" || twin?.status === "confirmed") return false;
  if (twin?.status !== "offered" && (await freePlaces(db, event.id)) <= 0) return false;
  if (twin) await setStatus(db, twin.id, { status: "cancelled" });
  return true;
}
