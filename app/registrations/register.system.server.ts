import { randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import {
  type FederationEvent,
  type PriceOption,
  priceOptions,
  registrationsOpen,
} from "../events/events.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mails/outbox.visitor.server.ts";
import { registrationConfirmedMail } from "../mails/registration-confirmed.mail.ts";
import { registrationLinkMail } from "../mails/registration-link.mail.ts";
import { waitingListJoinedMail } from "../mails/waiting-list-joined.mail.ts";
import type { MoneyDb } from "../payments/fulfilment.ts";
import { openOrder, orderOfSubject } from "../payments/orders.system.server.ts";
import type { SystemDb } from "../platform/database/doors.server.ts";
import { knownSettings } from "../settings/settings.visitor.server.ts";
import { atEvent, positionOf, type Registration, settlePlaces } from "./places.system.server.ts";
import type { Registrant, RegistrationRequest } from "./registration-request.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { HOLD_CAP_MS, HOLD_MS, LIVE_STATUSES, referenceFrom } from "./registrations.ts";

/** How a registration ended up, for the page that answers the form. */
export type Registered =
  | { outcome: "payment"; orderToken: string }
  | { outcome: "confirmed" | "waiting" | "offered"; ticketToken: string }
  /**
   * The address is registered with another phone or birth date. Who typed it may be somebody else,
   * so nothing is told here: the link went to the address itself.
   */
  | { outcome: "known" }
  | { outcome: "closed" | "no-such-price" };

/**
 * Registers somebody for an event: a place held for the payment, a free one confirmed at once, or the
 * end of the waiting list. Asking again while the registration lives leads back to it.
 */
export function register(
  eventId: string,
  request: RegistrationRequest,
  language: Language,
  now = new Date(),
): Promise<Registered> {
  return atEvent(eventId, "registrations.register", async (db, event) => {
    if (!event || !registrationsOpen(event, now)) return { outcome: "closed" };
    const price = priceOptions(event).find(({ id }) => id === request.priceId);
    if (!price) return { outcome: "no-such-price" };
    const free = await settlePlaces(db, event, now);
    const live = await findLive(db, eventId, request.email);
    if (live) return reopen(db, event, live, request);
    const { registration, order } = await enter(db, event, { price, free, now }, request, language);
    if (order) return { outcome: "payment", orderToken: order.token };
    const outcome = registration.status === "confirmed" ? "confirmed" : "waiting";
    return { outcome, ticketToken: registration.ticket_token };
  });
}

/** Where somebody comes in: the package they chose, the places that are free, the moment. */
type Entry = { price: PriceOption; free: number; now: Date };

/** Adds somebody to a locked event: at a place, with an order unless it is free, or at the end of the line. */
export async function enter(
  db: MoneyDb,
  event: FederationEvent,
  { price, free, now }: Entry,
  who: Registrant,
  language: Language,
): Promise<{ registration: Registration; order?: { id: string; token: string } }> {
  const status = free <= 0 ? "waiting" : price.amount === 0 ? "confirmed" : "held";
  const values = { ...rowOf(who, event, price, language), status } as const;
  const registration = await insert(db, {
    ...values,
    confirmed_at: status === "confirmed" ? now : null,
  });
  if (status === "held") {
    return { registration, order: await orderPlace(db, event, registration, holdFrom(now)) };
  }
  if (status === "waiting") {
    const position = await positionOf(db, registration.id);
    await queueMail(db, waitingListJoinedMail({ ...registration, event, position }));
  } else {
    await queueMail(db, registrationConfirmedMail({ ...registration, event }));
  }
  return { registration };
}

/** A person's registration for an event that still counts. */
export async function findLive(
  db: MoneyDb,
  eventId: string,
  email: string,
): Promise<Registration | undefined> {
  const [live] = await db
    .select()
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.event_id, eventId),
        sql`lower(${eventRegistrations.email}) = ${email.toLowerCase()}`,
        inArray(eventRegistrations.status, LIVE_STATUSES),
      ),
    );
  return live;
}

async function reopen(
  db: SystemDb,
  event: FederationEvent,
  live: Registration,
  request: RegistrationRequest,
): Promise<Registered> {
  if (live.phone !== request.phone || live.birth_date !== request.birthDate) {
    await queueMail(db, registrationLinkMail({ ...live, event }));
    return { outcome: "known" };
  }
  const { status } = live;
  if (status === "confirmed" || status === "waiting" || status === "offered") {
    return { outcome: status, ticketToken: live.ticket_token };
  }
  const order = await orderOfSubject(db, "registration", live.id);
  if (!order) throw new Error(`registration ${live.id} holds a place without an order`);
  return { outcome: "payment", orderToken: order.token };
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
    gamertag: request.gamertag,
    platform: request.platform,
    price_id: price.id,
    price_name: price.name,
    price_name_en: price.name_en ?? null,
    amount: price.amount,
    currency: event.currency,
    language,
  };
}

/** Adds a registration under a reference that nobody has. */
async function insert(
  db: MoneyDb,
  values: Omit<typeof eventRegistrations.$inferInsert, "reference" | "ticket_token">,
): Promise<Registration> {
  const prefix = knownSettings().federation.export_prefix;
  const ticket_token = randomBytes(24).toString("base64url");
  for (;;) {
    const reference = referenceFrom(prefix, randomBytes(6));
    const [made] = await db
      .insert(eventRegistrations)
      .values({ ...values, reference, ticket_token })
      .onConflictDoNothing({ target: eventRegistrations.reference })
      .returning();
    if (made) return made;
  }
}

/** Until when a place is kept for its payment, and for one that is under way then. */
export type Hold = { expires_at: Date; cap_at: Date };

/** How long a place is kept for whoever pays; what was promised until later stays until then. */
export function holdFrom(now: Date, promised = now): Hold {
  const until = (ms: number) => new Date(Math.max(now.getTime() + ms, promised.getTime()));
  return { expires_at: until(HOLD_MS), cap_at: until(HOLD_CAP_MS) };
}

/** Opens the order that pays for a held place. */
export function orderPlace(
  db: MoneyDb,
  event: FederationEvent,
  registration: Registration,
  hold: Hold,
): Promise<{ id: string; token: string }> {
  const { amount, currency, language } = registration;
  const english = `${event.title_en ?? event.title}, ${registration.price_name_en ?? registration.price_name}`;
  return openOrder(db, {
    kind: "registration",
    subject_id: registration.id,
    price_amount: amount,
    price_currency: currency,
    label_fr: `${event.title}, ${registration.price_name}`,
    label_en: english,
    language,
    payer_name: `${registration.first_name} ${registration.last_name}`,
    payer_email: registration.email,
    payer_phone: registration.phone,
    hold,
  });
}
