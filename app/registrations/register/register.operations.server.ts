import { randomBytes } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { referenceFrom } from "../../core/secrets/id.ts";
import { eventStart, type FederationEvent, type PriceOption } from "../../events/events.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { readAmountOwed } from "../../payments/offline/offline-payment.operations.server.ts";
import { deskDeadline } from "../../payments/offline/offline-payment.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import {
  type Hold,
  openOrder,
  orderOfSubject,
} from "../../payments/orders/orders.operations.server.ts";
import type { Order } from "../../payments/orders/orders.table.server.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import {
  type PlaceHeld,
  placeHeldMail,
  placeOfferedMail,
  waitingListJoinedMail,
} from "../mails/place.mail.ts";
import { registrationConfirmedMail } from "../mails/registration.mail.ts";
import { positionOf, type Registration } from "../places/places.system.server.ts";
import { type MailedProof, mailProof } from "../proofs/proofs.operations.server.ts";
import { eventRegistrations, registrationColumns } from "../registrations.table.server.ts";
import { HOLD_CAP_MS, HOLD_MS, LIVE_STATUSES } from "../registrations.ts";
import { packageOf } from "./payment-obstacles.ts";
import type { Registrant } from "./registration-schema.ts";

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
  return { registration, order: await orderPlace(db, event, registration, holdFrom(event, now)) };
}

/** Writes to somebody who came in what they have; the proof is of those whom a mail reaches. */
export async function mailRegistrant(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  proof?: MailedProof,
): Promise<void> {
  if (proof && registration.proof_needed) return mailProof(db, event, registration, proof);
  const mail = await mailOf(db, { ...registration, event, code: proof?.code });
  // Somebody comes in once; whoever comes back has another registration.
  await queueMail(db, { ...withKey(mail, registration.id, "entry"), id: proof?.mailId });
}

type Letter = Registration & { event: FederationEvent; code?: string };

/** What there is to write to somebody about the place that they have, or wait for. */
export async function mailOf(db: WriteDb, letter: Letter): Promise<Mail> {
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
export type Person = Pick<Registration, "email" | "first_name" | "birth_date">;

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

/** How long a place is kept for whoever pays; what was promised until later stays until then. */
export function holdFrom(event: FederationEvent, now: Date, promised = now): Hold {
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
  return deskDeadline(now, ends, cachedSettings().desk);
}

/** Opens the order that pays for a held place. */
export function orderPlace(
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
    ...orderWords(event, registration),
    hold,
  });
}

/** What the order of a registration says of it. */
export function orderWords(event: FederationEvent, registration: Registration) {
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
