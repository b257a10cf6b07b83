import { type FederationEvent, registrationsOpen } from "../events/events.ts";
import { pathIn } from "../i18n/languages.ts";
import { queueMail } from "../mails/outbox.visitor.server.ts";
import { placeReleasedMail } from "../mails/place-released.mail.ts";
import { registrationConfirmedMail } from "../mails/registration-confirmed.mail.ts";
import type { Fulfilment, MoneyDb } from "../payments/fulfilment.ts";
import { cancelOrder, orderOfSubject } from "../payments/orders.system.server.ts";
import {
  ACKNOWLEDGED,
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
    if (!isOnItsOwn(before)) await clearTheWay(db, before);
    const event = await lockEvent(db, before.event_id);
    const registration = await findRegistration(db, before.id);
    if (!event || !registration) return "no-place";
    if (registration.status === "confirmed") {
      return registration.order_id === order.id ? "fulfilled" : "no-place";
    }
    if (!isOnItsOwn(registration) && !(await takesPlace(db, event, registration, now))) {
      if (holdsPlace(registration.status)) {
        await setStatus(db, registration.id, { status: "cancelled" });
      }
      return "no-place";
    }
    const paid = { status: "confirmed", confirmed_at: now, order_id: order.id } as const;
    await setStatus(db, registration.id, { ...ACKNOWLEDGED, ...paid });
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

/** A place that is still held, and the only one of its person: nothing has to give way to its payment. */
const isOnItsOwn = ({ status, is_duplicate }: Registration) => holdsPlace(status) && !is_duplicate;

/**
 * The money came after the place was given back, or for a second registration of one person. When they
 * hold another place, its order is cancelled, before the event is locked: they pay once, for one place.
 */
async function clearTheWay(db: MoneyDb, registration: Registration): Promise<void> {
  const other = await findLive(db, registration.event_id, registration);
  if (other?.status !== "held") return;
  const order = await orderOfSubject(db, "registration", other.id);
  if (order) await cancelOrder(db, order.id);
}

/**
 * Whether such money buys a place: the one that is still held for it, a free one, or the one that the
 * same person has otherwise and has not paid.
 */
async function takesPlace(
  db: MoneyDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
): Promise<boolean> {
  const holds = holdsPlace(registration.status);
  if (!holds && !registrationsOpen(event, now)) return false;
  const other = await findLive(db, event.id, registration);
  if (other?.status === "held" || other?.status === "confirmed") return false;
  const theirs = holds || (other && holdsPlace(other.status));
  if (!theirs && (await freePlaces(db, event.id)) <= 0) return false;
  if (other) await setStatus(db, other.id, { status: "cancelled" });
  return true;
}
