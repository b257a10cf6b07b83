import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
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
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import {
  deadlineToTell,
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

type FirstPlace = Pick<typeof eventRegistrations.$inferInsert, "status"> &
  Partial<
    Pick<
      typeof eventRegistrations.$inferSelect,
      "proof_needed" | "is_duplicate" | "network" | "wider_network" | "browser"
    >
  >;
/** How a registration is added: its package, its first status, the time. */
type Entry = { price: PriceOption; place: FirstPlace; now: Date };

/** Adds a registration to a locked event, with an order if its place is held for a payment. */
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

/** Sends the first mail of a registration; `proof` where it has to be proven, or opened, by that mail. */
export async function mailRegistrant(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  proof?: MailedProof,
): Promise<void> {
  if (proof && registration.proof_needed) return mailProof(db, event, registration, proof);
  const mail = await placeMail(db, { ...registration, event, code: proof?.code });
  // A registration is added once; the same person later has another one.
  await queueMail(db, { ...withKey(mail, registration.id, "entry"), id: proof?.mailId });
}

type Letter = Registration & { event: FederationEvent; code?: string };

/** The mail for the present state of a registration. */
export async function placeMail(db: WriteDb, letter: Letter): Promise<Mail> {
  const deadline = deadlineToTell(letter.event, letter);
  if (deadline) {
    const mustChoose = !packageOf(letter.event, letter);
    return placeOfferedMail({ ...letter, deadline, mustChoose });
  }
  if (letter.status === "confirmed") return registrationConfirmedMail(letter);
  if (letter.status === "held")
    return placeHeldMail({ ...letter, ...(await orderToPay(db, letter)) });
  return waitingListJoinedMail({ ...letter, position: await positionOf(db, letter.id) });
}

/** The order of a held place, and whether it is a test: the row may have been read before its order was opened. */
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

/** A person; families share an address. */
type Person = Pick<Registration, "email" | "first_name" | "birth_date"> &
  Partial<Pick<Registration, "licence_serial">>;

export const personOf = ({
  email,
  firstName,
  birthDate,
  licence,
}: Pick<Registrant, "email" | "firstName" | "birthDate" | "licence">): Person => ({
  email,
  first_name: firstName,
  birth_date: birthDate,
  licence_serial: licence,
});

/** As the unique index `event_registrations_one_live` compares. */
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
 * The registrations of a person for an event that have not ended: one, and its duplicates, each with the browser that it
 * came from.
 */
export const listLive = (db: SystemDb, eventId: string, person: Person) =>
  db
    .select()
    .from(eventRegistrations)
    .where(isLiveOf(eventId, person))
    .orderBy(desc(eventRegistrations.arrival));

/** As the unique index `event_registrations_one_licence` compares: a licence is one person's, whatever they write. */
const isLicence = ({ licence_serial: serial }: Person) =>
  serial ? eq(eventRegistrations.licence_serial, serial) : undefined;

/** The registration of a person, or of their licence, for an event that has not ended, without duplicates. */
export async function findLive(
  db: WriteDb,
  eventId: string,
  person: Person,
): Promise<Registration | undefined> {
  const [live] = await db
    .select(registrationColumns)
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.event_id, eventId),
        or(isPerson(person), isLicence(person)),
        inArray(eventRegistrations.status, LIVE_STATUSES),
        eq(eventRegistrations.is_duplicate, false),
      ),
    )
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
    licence_serial: event.asks_licence ? request.licence : null,
    ...request.guardian,
    ...packageColumns(event, price),
    language,
  };
}

/** The columns of a package: its id, and its name and price when it was chosen. */
export const packageColumns = (event: FederationEvent, price: PriceOption) => ({
  package_id: price.package_id,
  price_id: price.id,
  price_name: price.name,
  price_name_en: price.name_en,
  amount: price.amount,
  currency: event.currency,
});

/** Inserts a registration under an unused reference. */
async function insert(
  db: WriteDb,
  values: Omit<typeof eventRegistrations.$inferInsert, "reference" | "ticket_token">,
): Promise<Registration> {
  const prefix = cachedSettings().federation.export_prefix;
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

/** How long a place is held for its payment, but never shorter than promised before. */
export function newHold(event: FederationEvent, now: Date, promised = now): Hold {
  const until = (ms: number) => new Date(Math.max(ms, promised.getTime()));
  return {
    expires_at: until(now.getTime() + HOLD_MS),
    cap_at: until(now.getTime() + HOLD_CAP_MS),
    by_hand_at: until(offlineHoldEnd(event, now).getTime()),
  };
}

/** Until when a place is held for a payment at the federation that is chosen now. */
export function offlineHoldEnd(event: FederationEvent, now: Date): Date {
  const toCome = (end: Date | null) => (end && end > now ? end : undefined);
  // Somebody who gets a place after registration has closed has until the event begins.
  const ends = { closes: toCome(event.registration_closes_at), begins: toCome(eventStart(event)) };
  return deskDeadline(now, ends, cachedSettings().desk);
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

/** The labels and the payer of the order of a registration. */
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

/**
 * Cancels a registration if it still has the status of `current`: its place goes to the waiting list, its order is
 * cancelled and what was paid is refunded. With `staffId`, a late payment does not revive it. False when it had ended or
 * has changed.
 */
export async function cancelRegistration(
  db: WriteDb,
  current: Pick<Registration, "id" | "event_id" | "status">,
  staffId?: string,
): Promise<boolean> {
  if (!isLive(current.status)) return false;
  // The order is locked before the event, as payments do; cancelling it releases the place.
  const order = await orderOfSubject(db, "registration", current.id);
  if (order && holdsPlace(current.status)) {
    // The event was moved after the payment: the terms then grant a full refund.
    const byRule = !staffId && (await isMovedSince(db, current.id));
    await cancelAndRefund(db, order.id, { asker: staffId ? { staffId } : "holder", byRule });
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
  // It was paid or offered in between, which the holder did not mean to give up.
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

/** Further columns that change with the status, such as `ACKNOWLEDGED`. */
type Also = Partial<Parameters<typeof setStatus>[2]>;

/** Confirms a place without a price. The event is locked. */
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

/** Holds a place for its payment. The event is locked. */
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
