import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { referenceFrom } from "../core/secrets/id.ts";
import { eventChanges, events } from "../events/events.table.server.ts";
import { eventStart, type FederationEvent, type PriceOption } from "../events/events.ts";
import type { Language } from "../i18n/languages.ts";
import type { Mail } from "../mail/mail.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { readAmountOwed } from "../payments/offline/offline-payment.operations.server.ts";
import { deskDeadline } from "../payments/offline/offline-payment.ts";
import type { WriteDb } from "../payments/orders/fulfilment.ts";
import {
  type Hold,
  openOrder,
  orderOfSubject,
} from "../payments/orders/orders.operations.server.ts";
import type { Order } from "../payments/payments.table.server.ts";
import { cancelAndRefund } from "../payments/refunds/approval.operations.server.ts";
import { knownSettings } from "../settings/settings.visitor.server.ts";
import {
  findRegistration,
  lockEvent,
  positionOf,
  type Registration,
  setStatus,
} from "./places/places.system.server.ts";
import { type MailedProof, mailProof } from "./proofs/proofs.operations.server.ts";
import { packageOf } from "./register/payment-obstacles.ts";
import type { Registrant } from "./register/registration-schema.ts";
import {
  type PlaceHeld,
  placeHeldMail,
  placeOfferedMail,
  placeReleasedMail,
  registrationConfirmedMail,
  waitingListJoinedMail,
} from "./registrations.mail.ts";
import { eventRegistrations, registrationColumns } from "./registrations.table.server.ts";
import { HOLD_CAP_MS, HOLD_MS, holdsPlace, isLive, LIVE_STATUSES } from "./registrations.ts";

type Place = Pick<typeof eventRegistrations.$inferInsert, "status"> &
  Partial<
    Pick<
      typeof eventRegistrations.$inferSelect,
      "proof_needed" | "is_duplicate" | "network" | "wider_network" | "browser"
    >
  >;
/** Where somebody comes in: the package they chose, the place they get, the moment. */
type Entry = { price: PriceOption; place: Place; now: Date };

/** Adds somebody to a locked event, with an order where the place is held for a payment. */
export async function addRegistration(
  db: WriteDb,
  event: FederationEvent,
  { price, place, now }: Entry,
  who: Registrant,
  language: Language,
): Promise<{ registration: Registration; order?: Order }> {
  const registration = await insert(db, {
    ...rowOf(who, event, price, language),
    ...place,
    confirmed_at: place.status === "confirmed" ? now : null,
  });
  if (place.status !== "held") return { registration };
  return { registration, order: await orderPlace(db, event, registration, newHold(event, now)) };
}

/** Writes to somebody who came in what they have; the proof is of those whom a mail reaches. */
export async function mailRegistrant(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  proof?: MailedProof,
): Promise<void> {
  if (proof && registration.proof_needed) return mailProof(db, event, registration, proof);
  const mail = await placeMail(db, { ...registration, event, code: proof?.code });
  // Somebody comes in once; whoever comes back has another registration.
  await queueMail(db, { ...withKey(mail, registration.id, "entry"), id: proof?.mailId });
}

type Letter = Registration & { event: FederationEvent; code?: string };

/** What there is to write to somebody about the place that they have, or wait for. */
export async function placeMail(db: WriteDb, letter: Letter): Promise<Mail> {
  const { offer_expires_at: deadline } = letter;
  if (deadline) {
    const mustChoose = !packageOf(letter.event, letter);
    return placeOfferedMail({ ...letter, deadline, mustChoose });
  }
  if (letter.status === "confirmed") return registrationConfirmedMail(letter);
  if (letter.status === "held")
    return placeHeldMail({ ...letter, ...(await orderToPay(db, letter)) });
  return waitingListJoinedMail({ ...letter, position: await positionOf(db, letter.id) });
}

/** What a held place waits for, and whether that is a test: its row may have been read before its order was opened. */
async function orderToPay(
  db: WriteDb,
  { id }: Letter,
): Promise<Pick<PlaceHeld, "order" | "is_test">> {
  const order = await orderOfSubject(db, "registration", id);
  if (!order) throw new Error(`registration ${id} holds a place without an order`);
  const { by_hand, mode } = order;
  const owed = await readAmountOwed(db, order);
  return { is_test: mode === "test", order: { by_hand, owed, now: currentTime() } };
}

/** Who registers: families share an address. */
type Person = Pick<Registration, "email" | "first_name" | "birth_date">;

export const personOf = ({
  email,
  firstName,
  birthDate,
}: Pick<Registrant, "email" | "firstName" | "birthDate">): Person => ({
  email,
  first_name: firstName,
  birth_date: birthDate,
});

/** As the index does that allows a person one registration. */
const isPerson = ({ email, first_name, birth_date }: Person) =>
  and(
    sql`lower(${eventRegistrations.email}) = lower(${email})`,
    sql`search_form(${eventRegistrations.first_name}) = search_form(${first_name})`,
    eq(eventRegistrations.birth_date, birth_date),
  );

const isLiveOf = (eventId: string, person: Person) =>
  and(
    eq(eventRegistrations.event_id, eventId),
    isPerson(person),
    inArray(eventRegistrations.status, LIVE_STATUSES),
  );

/**
 * What a person has for an event that still counts: one registration, and duplicates; each with the browser that
 * it came from.
 */
export const listLive = (db: SystemDb, eventId: string, person: Person) =>
  db
    .select()
    .from(eventRegistrations)
    .where(isLiveOf(eventId, person))
    .orderBy(desc(eventRegistrations.arrival));

/** A person's own registration for an event that still counts. */
export async function findLive(
  db: WriteDb,
  eventId: string,
  person: Person,
): Promise<Registration | undefined> {
  const [live] = await db
    .select(registrationColumns)
    .from(eventRegistrations)
    .where(and(isLiveOf(eventId, person), eq(eventRegistrations.is_duplicate, false)))
    .orderBy(desc(eventRegistrations.arrival))
    .limit(1);
  return live;
}

function rowOf(
  request: Registrant,
  event: FederationEvent,
  price: PriceOption,
  language: Language,
) {
  return {
    event_id: event.id,
    first_name: request.firstName,
    last_name: request.lastName,
    email: request.email,
    phone: request.phone,
    birth_date: request.birthDate,
    gamertag: event.asks_gamertag ? request.gamertag : null,
    platform: event.asks_gamertag ? request.platform : null,
    ...request.guardian,
    ...packageColumns(event, price),
    language,
  };
}

/** A package as a registration keeps it: its row, and what it was called and cost when it was chosen. */
export const packageColumns = (event: FederationEvent, price: PriceOption) => ({
  package_id: price.package_id,
  price_id: price.id,
  price_name: price.name,
  price_name_en: price.name_en,
  amount: price.amount,
  currency: event.currency,
});

/** Adds a registration under a reference that nobody has. */
async function insert(
  db: WriteDb,
  values: Omit<typeof eventRegistrations.$inferInsert, "reference" | "ticket_token">,
): Promise<Registration> {
  const prefix = knownSettings().federation.export_prefix;
  const ticket_token = randomBytes(24).toString("base64url");
  for (;;) {
    const reference = referenceFrom(prefix, randomBytes(6));
    const [row] = await db
      .insert(eventRegistrations)
      .values({ ...values, reference, ticket_token })
      .onConflictDoNothing({ target: eventRegistrations.reference })
      .returning(registrationColumns);
    if (row) return row;
  }
}

/** How long a place is kept for whoever pays; what was promised until later stays until then. */
export function newHold(event: FederationEvent, now: Date, promised = now): Hold {
  const until = (ms: number) => new Date(Math.max(ms, promised.getTime()));
  return {
    expires_at: until(now.getTime() + HOLD_MS),
    cap_at: until(now.getTime() + HOLD_CAP_MS),
    by_hand_at: until(offlineHoldEnd(event, now).getTime()),
  };
}

/** Until when a place is kept for somebody who begins now to pay at the federation. */
export function offlineHoldEnd(event: FederationEvent, now: Date): Date {
  const toCome = (end: Date | null) => (end && end > now ? end : undefined);
  // Who is promoted when registration is closed has until the event begins.
  const ends = { closes: toCome(event.registration_closes_at), begins: toCome(eventStart(event)) };
  return deskDeadline(now, ends, knownSettings().desk);
}

/** Opens the order that pays for a held place. */
function orderPlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  hold: Hold,
): Promise<Order> {
  return openOrder(db, {
    kind: "registration",
    subject_id: registration.id,
    price_amount: registration.amount,
    price_currency: registration.currency,
    reference: registration.reference,
    ...orderTexts(event, registration),
    hold,
  });
}

/** What the order of a registration says of it. */
export function orderTexts(event: FederationEvent, registration: Registration) {
  const { first_name, last_name, email, phone, language, price_name, price_name_en } = registration;
  return {
    label_fr: `${event.title}, ${price_name}`,
    label_en: `${event.title_en ?? event.title}, ${price_name_en ?? price_name}`,
    language,
    payer_name: `${first_name} ${last_name}`,
    payer_email: email,
    payer_phone: phone,
  };
}

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
