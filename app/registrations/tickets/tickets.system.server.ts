import { eq, or } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { events } from "../../events/events.table.server.ts";
import { type FederationEvent, listOffers, type Offer } from "../../events/events.ts";
import { eventColumns } from "../../events/packages/event-packages.operations.server.ts";
import type { ShownState } from "../../licences/licence-state.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { giveUpOrder } from "../../payments/attempts/cancellation.system.server.ts";
import { readAmountOwed } from "../../payments/offline/offline-payment.operations.server.ts";
import type { AmountOwed } from "../../payments/offline/offline-payment.ts";
import type { Refusal } from "../../payments/orders/fulfilment.ts";
import { orderOfSubject, subjectOfOrder } from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import { hasConfirmedPlaceBeside, refusalFor } from "../places/fulfilment.operations.server.ts";
import {
  findRegistration,
  positionOf,
  type Registration,
  settlePlaces,
  withEventLock,
} from "../places/places.system.server.ts";
import {
  obstacleOfLicence,
  obstacleOnline,
  obstacleToOffer,
  packageOf,
} from "../register/payment-obstacles.ts";
import { readShownLicence } from "../register/shown-licence.operations.server.ts";
import {
  cancelRegistration,
  confirmFreePlace,
  holdPlace,
  isMovedSince,
  newHold,
  packageColumns,
} from "../registrations.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { isLive, type RegistrationStatus } from "../registrations.ts";
import { HAS_PAID } from "./ticket-office.operations.server.ts";

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

/** Needed by the rules, not shown to the holder. */
const RULE_COLUMNS = columnsOf(eventRegistrations, [
  "id",
  "package_id",
  "price_id",
  "cancelled_by",
  "licence_serial",
]);
type Standing = Pick<Registration, "status" | "package_id" | "price_id" | "cancelled_by">;

/** What whoever has the address of a ticket may see: no e-mail or phone. */
export type Ticket = Pick<
  Registration,
  Exclude<keyof typeof TICKET_COLUMNS, "token" | "event"> & keyof Registration
> & {
  token: string;
  event: Pick<FederationEvent, keyof typeof TICKET_COLUMNS.event & keyof FederationEvent>;
  /** On the waiting list; 0 otherwise. */
  position: number;
  /** The site sends mail; otherwise none is promised. */
  writes: boolean;
  /** Money came for it. */
  paid: boolean;
  /** Its event was moved since it was confirmed: giving it up refunds everything. */
  moved: boolean;
  /** The token of the order by which money came, once the place is gone: where the refund is followed. */
  paid_order: string | undefined;
  /** Of a held place. */
  order: Pick<Order, "token" | "hold_expires_at"> | undefined;
  /** The amount owed, where it is paid at the federation. */
  by_hand: { owed: AmountOwed; at: Date } | undefined;
  /** The packages to choose from, for an offer whose package is gone. */
  choices: Offer[];
  /** Why a held or offered place cannot be paid or accepted now. */
  refusal: Omit<Refusal, "staff"> | undefined;
};

/** The ticket of its own token or that of its order. */
export function readTicket(token: string, now = currentTime()): Promise<Ticket | undefined> {
  return asSystem("tickets.read", async (db) => {
    const [row] = await db
      .select({ ...TICKET_COLUMNS, ...RULE_COLUMNS, whole: eventColumns, paid: HAS_PAID })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(
        or(
          eq(eventRegistrations.ticket_token, token),
          eq(eventRegistrations.id, subjectOfOrder(db, token)),
        ),
      );
    if (!row) return undefined;
    const { id, package_id, price_id, cancelled_by, licence_serial, whole, ...ticket } = row;
    const isHeld = ticket.status === "held";
    const isGone = ENDED.includes(ticket.status) || whole.status === "cancelled";
    const last =
      isHeld || (isGone && ticket.paid) ? await orderOfSubject(db, "registration", id) : undefined;
    const order = isHeld ? last : undefined;
    const isSettled = ticket.status === "confirmed" || cancelled_by !== null;
    const hasOtherPlace = !isSettled && (await hasConfirmedPlaceBeside(db, { id }));
    const licence = isSettled ? undefined : await readShownLicence(db, whole, { licence_serial });
    return {
      ...ticket,
      position: ticket.status === "waiting" ? await positionOf(db, id) : 0,
      writes: isMailConfigured(),
      moved: ticket.status === "confirmed" && (await isMovedSince(db, id)),
      paid_order: isGone && ticket.paid ? last?.token : undefined,
      order: order && { token: order.token, hold_expires_at: order.hold_expires_at },
      by_hand: order?.by_hand ? { owed: await readAmountOwed(db, order), at: now } : undefined,
      ...standingOf({ ...row, event: whole, hasOtherPlace, licence }, order, now),
    };
  });
}

type Situation = Standing & {
  event: FederationEvent;
  hasOtherPlace: boolean;
  licence: ShownState | undefined;
};
/** Another registration of the same person may have taken its place. */
const ENDED: readonly RegistrationStatus[] = ["cancelled", "expired"];

function standingOf(
  { event, hasOtherPlace, licence, ...registration }: Situation,
  order: Order | undefined,
  now: Date,
): Pick<Ticket, "refusal" | "choices"> {
  const isOffered = registration.status === "offered";
  const ended = hasOtherPlace && ENDED.includes(registration.status);
  const obstacle = order
    ? obstacleOnline({ event, registration, order, hasOtherPlace, licence }, now)
    : (ended && "placeConfirmed") ||
      (isOffered && (obstacleOfLicence(licence) ?? obstacleToOffer(event, registration, now)));
  if (!obstacle) return { refusal: undefined, choices: [] };
  const choices = isOffered && obstacle === "packageGone" ? choicesOf(event, now) : [];
  const { staff, ...refusal } = refusalFor(obstacle, { event, registration });
  return { choices, refusal: choices.length > 0 ? undefined : refusal };
}

const choicesOf = (event: FederationEvent, now: Date): Offer[] =>
  listOffers(event, now).filter(({ state }) => state === "open");

/**
 * Chooses another package for an offered place whose package is gone. False when that one is not available either.
 */
export async function choosePackage(
  token: string,
  packageId: string,
  now = currentTime(),
): Promise<boolean> {
  const row = await asSystem("tickets.choose", (db) => findByToken(db, token));
  if (!row) return false;
  return withEventLock(row.event_id, "tickets.choose", async (db, event) => {
    const registration = await findByToken(db, token);
    // The page shows what else became of it.
    if (!event || registration?.status !== "offered") return true;
    if (packageOf(event, registration)) return true;
    const option = choicesOf(event, now).find(({ id }) => id === packageId);
    if (!option) return false;
    await db
      .update(eventRegistrations)
      .set(packageColumns(event, option))
      .where(eq(eventRegistrations.id, registration.id));
    return true;
  });
}

/**
 * Accepts an offered place: without a price it is confirmed, otherwise held for its payment, at least until the end of
 * the offer. Returns the token of the order to pay.
 */
export async function acceptOffer(token: string, now = currentTime()): Promise<string | undefined> {
  const row = await asSystem("tickets.accept", (db) => findByToken(db, token));
  if (!row) return undefined;
  return withEventLock(row.event_id, "tickets.accept", async (db, event) => {
    if (!event) return undefined;
    // Expires an offer that is over, in case the job has not run since.
    await settlePlaces(db, event, now);
    const registration = await findByToken(db, token);
    if (registration?.status === "held") {
      return (await orderOfSubject(db, "registration", registration.id))?.token;
    }
    if (registration?.status !== "offered") return undefined;
    if (obstacleToOffer(event, registration, now)) return undefined;
    if (obstacleOfLicence(await readShownLicence(db, event, registration))) return undefined;
    const priced = await atTodaysPrice(db, event, registration);
    if (priced.amount === 0) {
      await confirmFreePlace(db, event, priced, now);
      return undefined;
    }
    const hold = newHold(event, now, registration.offer_expires_at ?? now);
    return (await holdPlace(db, event, priced, hold)).token;
  });
}

/** An offer is paid at the present price, which its order shows before anything is charged. */
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
 * Gives up a registration; its place goes to the waiting list. Refused for a wrong e-mail address, and while a payment is
 * under way.
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
  // A place may have been offered meanwhile: then the offer is given up.
  return outcome ? "given-up" : giveUp(token, email);
}

async function findByToken(db: SystemDb, token: string): Promise<Registration | undefined> {
  const [row] = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.ticket_token, token));
  return row;
}
