import { eq, or } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { events } from "../../events/events.table.server.ts";
import { type FederationEvent, listOffers, type Offer } from "../../events/events.ts";
import { eventColumns } from "../../events/packages/event-packages.operations.server.ts";
import { giveUpOrder } from "../../payments/attempts/cancellation.system.server.ts";
import { readAmountOwed } from "../../payments/offline/offline-payment.operations.server.ts";
import type { AmountOwed } from "../../payments/offline/offline-payment.ts";
import type { Refusal } from "../../payments/orders/fulfilment.ts";
import { orderOfSubject, subjectOfOrder } from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/orders/orders.table.server.ts";
import {
  cancelRegistration,
  confirmFreePlace,
  holdPlace,
  isMovedSince,
} from "../places/changes.operations.server.ts";
import { refusalFor } from "../places/fulfilment.operations.server.ts";
import {
  findRegistration,
  positionOf,
  type Registration,
  settlePlaces,
  withEventLock,
} from "../places/places.system.server.ts";
import { obstacleOnline, obstacleToOffer, packageOf } from "../register/payment-obstacles.ts";
import { holdFrom, packageColumns } from "../register/register.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { isLive } from "../registrations.ts";

const TICKET_COLUMNS = {
  ...columnsOf(eventRegistrations, [
    "reference",
    "first_name",
    "last_name",
    "gamertag",
    "guardian_name",
    "price_name",
    "price_name_en",
    "amount",
    "currency",
    "status",
    "offer_expires_at",
    "checked_in_at",
    "proof_needed",
    "proof_due_at",
    "is_test",
  ]),
  token: eventRegistrations.ticket_token,
  event: columnsOf(events, [
    "id",
    "type",
    "title",
    "title_en",
    "description",
    "description_en",
    "format",
    "date",
    "time",
    "end_date",
    "end_time",
    "location",
    "location_en",
    "status",
    "sequence",
    "currency",
    "cancellation_reason",
    "cancellation_reason_en",
  ]),
};

/** What the rules look at, and the holder does not see. */
const RULE_COLUMNS = columnsOf(eventRegistrations, [
  "id",
  "package_id",
  "price_id",
  "cancelled_by",
]);
type Standing = Pick<Registration, "status" | "package_id" | "price_id" | "cancelled_by">;

/** What the holder of a ticket's address sees: nothing by which its owner could be written to or called. */
export type Ticket = Pick<
  Registration,
  Exclude<keyof typeof TICKET_COLUMNS, "token" | "event"> & keyof Registration
> & {
  token: string;
  event: Pick<FederationEvent, keyof typeof TICKET_COLUMNS.event & keyof FederationEvent>;
  /** Where somebody who waits stands; 0 for the others. */
  position: number;
  /** Its event was moved since it was confirmed: giving it up returns all that was paid. */
  moved: boolean;
  /** What is to be paid for a held place, and until when. */
  order: Pick<Order, "token" | "hold_expires_at"> | undefined;
  /** What is owed for it, where it is paid at the federation, at this moment. */
  by_hand: { owed: AmountOwed; at: Date } | undefined;
  /** The packages to choose from, where theirs is gone that somebody is offered a place with. */
  choices: Offer[];
  /** Why the place cannot be paid or taken now, though it waits for that. */
  refusal: Omit<Refusal, "staff"> | undefined;
};

/** The ticket at an address, which may also be that of its order; undefined when there is none. */
export function readTicket(token: string, now = currentTime()): Promise<Ticket | undefined> {
  return asSystem("tickets.read", async (db) => {
    const [row] = await db
      .select({ ...TICKET_COLUMNS, ...RULE_COLUMNS, whole: eventColumns })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(
        or(
          eq(eventRegistrations.ticket_token, token),
          eq(eventRegistrations.id, subjectOfOrder(db, token)),
        ),
      );
    if (!row) return undefined;
    const { id, package_id, price_id, cancelled_by, whole, ...ticket } = row;
    const isHeld = ticket.status === "held";
    const order = isHeld ? await orderOfSubject(db, "registration", id) : undefined;
    return {
      ...ticket,
      position: ticket.status === "waiting" ? await positionOf(db, id) : 0,
      moved: ticket.status === "confirmed" && (await isMovedSince(db, id)),
      order: order && { token: order.token, hold_expires_at: order.hold_expires_at },
      by_hand: order?.by_hand ? { owed: await readAmountOwed(db, order), at: now } : undefined,
      ...standingOf({ ...row, event: whole }, order, now),
    };
  });
}

function standingOf(
  { event, ...registration }: Standing & { event: FederationEvent },
  order: Order | undefined,
  now: Date,
): Pick<Ticket, "refusal" | "choices"> {
  const isOffered = registration.status === "offered";
  const obstacle = order
    ? obstacleOnline({ event, registration, order }, now)
    : isOffered && obstacleToOffer(event, registration, now);
  if (!obstacle) return { refusal: undefined, choices: [] };
  const choices = isOffered && obstacle === "packageGone" ? choicesOf(event, now) : [];
  const { staff, ...refusal } = refusalFor(obstacle, { event, registration });
  return { choices, refusal: choices.length > 0 ? undefined : refusal };
}

const choicesOf = (event: FederationEvent, now: Date): Offer[] =>
  listOffers(event, now).filter(({ state }) => state === "open");

/**
 * Puts another package in the place of one that is gone, for somebody who is offered a place. False when
 * that one cannot be had either.
 */
export async function choosePackage(
  token: string,
  word: string,
  now = currentTime(),
): Promise<boolean> {
  const row = await asSystem("tickets.choose", (db) => findByToken(db, token));
  if (!row) return false;
  return withEventLock(row.event_id, "tickets.choose", async (db, event) => {
    const registration = await findByToken(db, token);
    // Whatever else it became, its page says.
    if (!event || registration?.status !== "offered") return true;
    if (packageOf(event, registration)) return true;
    const option = choicesOf(event, now).find(({ id }) => id === word);
    if (!option) return false;
    await db
      .update(eventRegistrations)
      .set(packageColumns(event, option))
      .where(eq(eventRegistrations.id, registration.id));
    return true;
  });
}

/**
 * Takes the place that was offered: a free one is confirmed, another one held for its payment until
 * the offer would have ended at least. Gives the token of the order to pay, if there is one.
 */
export async function acceptOffer(token: string, now = currentTime()): Promise<string | undefined> {
  const row = await asSystem("tickets.accept", (db) => findByToken(db, token));
  if (!row) return undefined;
  return withEventLock(row.event_id, "tickets.accept", async (db, event) => {
    if (!event) return undefined;
    // An offer that is over goes to the next one, even when nobody has looked since.
    await settlePlaces(db, event, now);
    const registration = await findByToken(db, token);
    if (registration?.status === "held") {
      return (await orderOfSubject(db, "registration", registration.id))?.token;
    }
    if (registration?.status !== "offered" || !registration.offer_expires_at) return undefined;
    if (obstacleToOffer(event, registration, now)) return undefined;
    const priced = await atTodaysPrice(db, event, registration);
    if (priced.amount === 0) {
      await confirmFreePlace(db, event, priced, now);
      return undefined;
    }
    const hold = holdFrom(event, now, registration.offer_expires_at);
    return (await holdPlace(db, event, priced, hold)).token;
  });
}

/** Whoever waited pays what the package costs now, as its order then says before anything is charged. */
async function atTodaysPrice(
  db: SystemDb,
  event: FederationEvent,
  registration: Registration,
): Promise<Registration> {
  const amount = packageOf(event, registration)?.amount ?? registration.amount;
  const { currency } = event;
  if (amount === registration.amount && currency === registration.currency) return registration;
  const [priced] = await db
    .update(eventRegistrations)
    .set({ amount, currency })
    .where(eq(eventRegistrations.id, registration.id))
    .returning();
  return priced ?? registration;
}

/**
 * Gives up a registration; the place goes to the waiting list. Refused for another address than its
 * own, and while a payment is under way.
 */
export async function giveUp(
  token: string,
  email: string,
): Promise<"given-up" | "other-email" | "paying"> {
  const { seen, order } = await asSystem("tickets.give-up", async (db) => {
    const registration = await findByToken(db, token);
    const due = registration && (await orderOfSubject(db, "registration", registration.id));
    return { seen: registration, order: due };
  });
  if (seen?.email.toLowerCase() !== email.toLowerCase()) return "other-email";
  if (seen.status === "held" && order) {
    await giveUpOrder(order.token, currentTime());
    const after = await asSystem("tickets.give-up", (db) => findRegistration(db, seen.id));
    return after?.status === "cancelled" ? "given-up" : "paying";
  }
  if (!isLive(seen.status)) return "given-up";
  const outcome = await runInSequence(`event ${seen.event_id}`, () =>
    asSystem("tickets.give-up", (db) => cancelRegistration(db, seen)),
  );
  // A place may have been offered meanwhile: then that is what is given up.
  return outcome ? "given-up" : giveUp(token, email);
}

async function findByToken(db: SystemDb, token: string): Promise<Registration | undefined> {
  const [row] = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.ticket_token, token));
  return row;
}
