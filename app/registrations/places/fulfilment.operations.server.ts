import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { eventChanges, events } from "../../events/events.table.server.ts";
import {
  eventStart,
  type FederationEvent,
  isToCome,
  registrationsOpen,
} from "../../events/events.ts";
import {
  eventColumns,
  lockEventRow,
} from "../../events/packages/event-packages.operations.server.ts";
import { pathIn } from "../../i18n/languages.ts";
import type { ShownState } from "../../licences/licence-state.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { chargesOf, lockOrder } from "../../payments/ledger/settlement.operations.server.ts";
import { amountReceived } from "../../payments/ledger/settlement.ts";
import type {
  Fulfilment,
  PaymentCheck,
  Refusal,
  WriteDb,
} from "../../payments/orders/fulfilment.ts";
import { cancelOrder, orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import { OBSTACLE_LABELS } from "../admin/registration-labels.ts";
import {
  type Chosen,
  type Obstacle,
  obstacleAtDesk,
  obstacleOfLicence,
  obstacleOnline,
  packageOf,
} from "../register/payment-obstacles.ts";
import { readShownLicence } from "../register/shown-licence.operations.server.ts";
import { placeReleasedMail, registrationConfirmedMail } from "../registrations.mail.ts";
import { offlineHoldEnd } from "../registrations.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { holdsPlace, isLive } from "../registrations.ts";
import { packageHasRoom } from "./package-stock.operations.server.ts";
import {
  ACKNOWLEDGED,
  freePlaces,
  lockEvent,
  type Registration,
  setStatus,
} from "./places.system.server.ts";

/**
 * The columns that the fulfilment needs. The treasury role runs it too, and the database grants that role no birth date,
 * phone or guardian.
 */
const NEEDED_COLUMNS = columnsOf(eventRegistrations, [
  "id",
  "event_id",
  "reference",
  "ticket_token",
  "first_name",
  "email",
  "language",
  "licence_serial",
  "package_id",
  "price_id",
  "price_name",
  "price_name_en",
  "amount",
  "currency",
  "status",
  "order_id",
  "cancelled_by",
  "is_duplicate",
  "is_test",
]);
type Paid = Pick<Registration, keyof typeof NEEDED_COLUMNS>;

async function findRegistration(db: WriteDb, id: string): Promise<Paid | undefined> {
  const [row] = await db
    .select(NEEDED_COLUMNS)
    .from(eventRegistrations)
    .where(eq(eventRegistrations.id, id));
  return row;
}

/** The registration of the same person that has not ended. The database compares the birth dates, which are hidden. */
async function findLive(db: WriteDb, { id }: Pick<Registration, "id">): Promise<Paid | undefined> {
  const [live] = await db
    .select(NEEDED_COLUMNS)
    .from(eventRegistrations)
    .where(
      and(
        sql`${eventRegistrations.id} in (select live_registrations_of_person(${id}))`,
        eq(eventRegistrations.is_duplicate, false),
      ),
    )
    .orderBy(desc(eventRegistrations.arrival))
    .limit(1);
  return live;
}

/** Whether the person of a registration has a confirmed place at the event by another one. */
export async function hasConfirmedPlaceBeside(
  db: WriteDb,
  registration: Pick<Registration, "id">,
): Promise<boolean> {
  const live = await findLive(db, registration);
  return live?.status === "confirmed" && live.id !== registration.id;
}

/** What a payment does to a registration, inside the transaction that records the money. */
export const registrationFulfilment: Fulfilment = {
  async payable(db, order, check) {
    const before = await findRegistration(db, order.subject_id);
    const event = before && (await findEvent(db, before.event_id, check));
    // Changes lock the event, so it is read again under that lock.
    const registration = event && (await findRegistration(db, before.id));
    if (!registration) return EVENT_GONE;
    const hasOtherPlace = await hasConfirmedPlaceBeside(db, registration);
    const licence = await readShownLicence(db, event, registration);
    return answerFor({ event, registration, order, hasOtherPlace, licence }, check);
  },

  async confirm(db, order) {
    const now = currentTime();
    const before = await findRegistration(db, order.subject_id);
    const current = before && (await findEvent(db, before.event_id));
    if (!current || isEnded(current, before)) return "no-place";
    if (!isOnlyPlace(before)) await cancelOtherPlace(db, before);
    const event = await lockEvent(db, before.event_id);
    const registration = await findRegistration(db, before.id);
    if (!event || !registration) return "no-place";
    if (registration.status === "confirmed") {
      return registration.order_id === order.id ? "fulfilled" : "no-place";
    }
    if (isEnded(event, registration) || !isPriceOf(order, registration)) return "no-place";
    if (!isOnlyPlace(registration) && !(await claimPlace(db, event, registration, now))) {
      if (holdsPlace(registration.status)) {
        await setStatus(db, registration.id, { status: "cancelled" });
      }
      return "no-place";
    }
    const paid = { status: "confirmed", confirmed_at: now, order_id: order.id } as const;
    await setStatus(db, registration.id, { ...ACKNOWLEDGED, ...paid });
    const mail = registrationConfirmedMail({ ...registration, event });
    await queueMail(db, withKey(mail, registration.id, order.id));
    return "fulfilled";
  },

  async release(db, order, staffId) {
    const before = await findRegistration(db, order.subject_id);
    const event = before && (await lockEvent(db, before.event_id));
    const registration = event && (await findRegistration(db, before.id));
    if (!registration || !holdsPlace(registration.status)) return;
    const isHeld = registration.status === "held";
    // It was paid by another order, which stays.
    if (!isHeld && registration.order_id !== order.id) return;
    const paid = order.status === "confirmed" || order.status === "paid_unfulfilled";
    const isLate = order.hold_expires_at && order.hold_expires_at <= currentTime();
    const over = isHeld && !paid && isLate && !staffId;
    const status = over ? "expired" : "cancelled";
    await setStatus(db, registration.id, { status, ...(staffId && { cancelled_by: staffId }) });
    const reason = over ? "payment" : "cancelled";
    const refunded = paid;
    const amount = isHeld && !paid ? amountReceived(await chargesOf(db, order.id)) : 0;
    const received = amount > 0 ? { amount, currency: order.price_currency } : undefined;
    const mail = placeReleasedMail({ ...registration, reason, refunded, received, event });
    await queueMail(db, withKey(mail, registration.id, order.id, reason, paid ? "paid" : "unpaid"));
  },

  async countWaiting(db) {
    const [row] = await rowsOf<{ waiting: number }>(
      db,
      sql`select coalesce(sum(least(held.places, line.waiting)), 0)::int as waiting
        from (select event_id, count(*) as places from event_registrations
          where is_test and holds_place(status) group by event_id) held
        join events e on e.id = held.event_id and e.status = 'upcoming' and e.starts_at > site_now(),
        lateral (select count(*) as waiting from event_registrations r where r.event_id = held.event_id
          and r.status = 'waiting' and not r.proof_needed and not r.is_test) line`,
    );
    return row?.waiting ?? 0;
  },

  async discard(db, tests) {
    const isTest = and(
      inArray(
        eventRegistrations.id,
        tests.map((order) => order.subject_id),
      ),
      eq(eventRegistrations.is_test, true),
    );
    const rows = await db
      .selectDistinct({ event: eventRegistrations.event_id })
      .from(eventRegistrations)
      .where(isTest)
      .orderBy(eventRegistrations.event_id);
    for (const { event } of rows) await lockEvent(db, event);
    await db.delete(eventRegistrations).where(isTest);
    // Somebody whom staff put on the waiting list tried to pay: they wait again.
    await db
      .update(eventRegistrations)
      .set({ status: "waiting", order_id: null, confirmed_at: null })
      .where(
        and(
          inArray(
            eventRegistrations.order_id,
            tests.map((order) => order.id),
          ),
          eq(eventRegistrations.status, "confirmed"),
        ),
      );
  },

  async byHandUntil(db, order, now) {
    const event = await eventOf(db, order);
    return event && offlineHoldEnd(event, now);
  },

  async greeted(db, order) {
    const registration = await findRegistration(db, order.subject_id);
    return registration && { firstName: registration.first_name };
  },

  async beginsAt(db, order) {
    const event = await eventOf(db, order);
    return event && eventStart(event);
  },

  async listDecisions(db, order) {
    const registration = await findRegistration(db, order.subject_id);
    if (!registration) return [];
    const decided = await db
      .select({
        staffId: eventChanges.decided_by,
        // The wait counts only while the refunds of the cancellation are being decided.
        waitsUntil: sql<Date | null>`case when ${eventChanges.kind} = 'cancelled'
          and ${eventChanges.returns} in ('waiting', 'approved') then ${eventChanges.returns_from} end`.mapWith(
          eventChanges.returns_from,
        ),
      })
      .from(eventChanges)
      .where(
        and(
          eq(eventChanges.event_id, registration.event_id),
          inArray(eventChanges.kind, ["moved", "cancelled"]),
        ),
      );
    const { cancelled_by: staffId } = registration;
    return staffId ? [...decided, { staffId, waitsUntil: null }] : decided;
  },

  async restart(db, order, language) {
    const registration = await findRegistration(db, order.subject_id);
    const event = registration && (await findEvent(db, registration.event_id));
    if (!event || event.status === "cancelled") return null;
    // As after a reopening, or when staff offered the place again.
    if (isLive(registration.status))
      return { path: pathIn(language, `/tickets/${order.token}`), livesOn: true };
    const isOpen = registrationsOpen(event, currentTime());
    return isOpen ? { path: pathIn(language, `/events/${event.id}`), livesOn: false } : null;
  },

  thanks: (order, language) => pathIn(language, `/tickets/${order.token}`),
};

/** A place that is still held and the only one of its person, so that its payment replaces nothing. */
const isOnlyPlace = ({ status, is_duplicate }: Paid) => holdsPlace(status) && !is_duplicate;

/** Ended by staff: late money does not revive it. */
const isEnded = (event: FederationEvent, { cancelled_by }: Paid): boolean =>
  event.status === "cancelled" || cancelled_by !== null;

/** Staff may have chosen a package of another price, which the money of the former order does not pay. */
const isPriceOf = (order: Order, { amount, currency }: Paid): boolean =>
  order.price_amount === amount && order.price_currency === currency;

async function eventOf(db: WriteDb, order: Order): Promise<FederationEvent | undefined> {
  const registration = await findRegistration(db, order.subject_id);
  return registration && findEvent(db, registration.event_id);
}

async function findEvent(
  db: WriteDb,
  id: string,
  { lock, channel }: Pick<PaymentCheck, "lock" | "channel"> = {
    lock: false,
    channel: "online",
  },
): Promise<FederationEvent | undefined> {
  // At the desk the same transaction gives the place, which changes the event.
  if (lock && channel === "desk") return lockEvent(db, id);
  // Many may start to pay at once; only changes of the event wait for them.
  if (lock) return lockEventRow(db, id, "share");
  const [event] = await db.select(eventColumns).from(events).where(eq(events.id, id));
  return event;
}

type Situation = {
  event: FederationEvent;
  registration: Paid;
  order: Order;
  hasOtherPlace: boolean;
  licence: ShownState | undefined;
};

function answerFor(situation: Situation, { channel, now }: PaymentCheck): "ok" | Refusal {
  const obstacle = channel === "desk" ? obstacleAtDesk(situation) : obstacleOnline(situation, now);
  return obstacle ? refusalFor(obstacle, situation) : "ok";
}

/** An obstacle as the refusal that pages and staff see. */
export function refusalFor(
  obstacle: Obstacle,
  { event, registration }: Pick<Situation, "event"> & { registration: Chosen },
): Refusal {
  const today = packageOf(event, registration);
  return {
    reason: `registration.${obstacle}`,
    staff: OBSTACLE_LABELS[obstacle],
    ...(today &&
      obstacle === "priceChanged" && { price: { amount: today.amount, currency: event.currency } }),
  };
}

/** Cannot happen, since registrations are never deleted. */
const EVENT_GONE: Refusal = {
  reason: "registration.notWaiting",
  staff: OBSTACLE_LABELS.notWaiting,
};

/**
 * Cancels the order of the other place that the person holds, when late money, or money for a duplicate, has come: it
 * pays for one place. Runs before the event is locked, since orders are locked first. Their place is only exchanged, so
 * no mail says that a registration is cancelled: the confirmation of the new one is sent.
 */
async function cancelOtherPlace(db: WriteDb, registration: Paid): Promise<void> {
  const held = await findLive(db, registration);
  const order = held?.status === "held" && (await orderOfSubject(db, "registration", held.id));
  if (!order) return;
  await lockOrder(db, order.id);
  await lockEvent(db, registration.event_id);
  const other = await findRegistration(db, held.id);
  if (other?.status === "held") await setStatus(db, other.id, { status: "cancelled" });
  await cancelOrder(db, order.id);
}

/**
 * Whether such money gets a place: the one still held for it, a free one, or the other, unpaid one of the person.
 */
async function claimPlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Paid,
  now: Date,
): Promise<boolean> {
  const holds = holdsPlace(registration.status);
  if (!holds && !isToCome(event, now)) return false;
  if (!holds && obstacleOfLicence(await readShownLicence(db, event, registration))) return false;
  const other = await findLive(db, registration);
  if (other?.status === "held" || other?.status === "confirmed") return false;
  const holdsAlready = holds || (other && holdsPlace(other.status));
  if (!holdsAlready && (await freePlaces(db, event.id)) <= 0) return false;
  const isSold = holds || (await packageHasRoom(db, event, registration, { now, leaving: other }));
  if (!isSold) return false;
  if (other) await setStatus(db, other.id, { status: "cancelled" });
  return true;
}
