import { and, asc, eq, gt, inArray, lte, ne, sql } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import {
  LANGUAGE_NAMES,
  type PersonalTable,
  words,
} from "../core/database/doors/personal-table.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { events } from "../events/events.table.server.ts";
import {
  GUARDIAN_DATA,
  GUARDIAN_RELATION_WORDS,
} from "../guardians/guardian-columns.table.server.ts";
import { formatDate } from "../i18n/format.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { LIVE_STATUSES, PLACED_STATUSES } from "./registrations.ts";

/** The personal data of registrations. */
export const registrationData: PersonalTable = {
  table: eventRegistrations,
  title: words("Inscription à un événement", "Event registration"),
  owner: {
    by: "person",
    email: eventRegistrations.email,
    firstName: eventRegistrations.first_name,
    lastName: eventRegistrations.last_name,
    birthDate: eventRegistrations.birth_date,
    keys: [eventRegistrations.ticket_token, eventRegistrations.reference, eventRegistrations.id],
  },
  fields: {
    reference: words("Référence", "Reference"),
    first_name: words("Prénom", "First name"),
    last_name: words("Nom", "Last name"),
    email: words("E-mail", "E-mail"),
    phone: words("Téléphone", "Phone"),
    birth_date: words("Date de naissance", "Date of birth"),
    ...GUARDIAN_DATA,
    gamertag: words("Gamertag", "Gamertag"),
    platform: words("Plateforme", "Platform"),
    licence_serial: words("Numéro d’ordre de la licence", "Licence serial"),
    price_name: words("Formule", "Package"),
    amount: words("Prix", "Price"),
    currency: words("Devise", "Currency"),
    language: words("Langue des e-mails", "Language of e-mails"),
    terms_since: words(
      "Conditions acceptées, en vigueur depuis le",
      "Terms accepted, in force since",
    ),
    status: words("Statut", "Status"),
    created_at: words("Inscription", "Registered on"),
    confirmed_at: words("Confirmée le", "Confirmed on"),
    checked_in_at: words("Entrée sur place", "Checked in"),
  },
  values: {
    guardian_relation: GUARDIAN_RELATION_WORDS,
    language: LANGUAGE_NAMES,
    status: {
      held: words("En attente de paiement", "Waiting for payment"),
      confirmed: words("Confirmée", "Confirmed"),
      expired: words("Expirée", "Expired"),
      cancelled: words("Annulée", "Cancelled"),
      waiting: words("En liste d’attente", "On the waiting list"),
      offered: words("Place proposée", "Place offered"),
      unproven: words("Adresse à vérifier", "Address to be verified"),
    },
  },
  hidden: [
    "id",
    "event_id",
    "ticket_token",
    "package_id",
    "price_id",
    "price_name_en",
    "arrival",
    "order_id",
    "offer_expires_at",
    "offer_hours",
    "offered_at",
    "cancelled_by",
    "cancelled_from",
    "proof_needed",
    "proof_due_at",
    "is_duplicate",
    "is_sample",
    "is_test",
    "network",
    "wider_network",
    "browser",
    "search_text",
    "updated_at",
  ],
  lock: lockEvents,
  obstacles: findPlaces,
  erase: eraseRegistrations,
};

const withIds = (ids: readonly string[]) => inArray(eventRegistrations.id, [...ids]);

/** Events are locked before their registrations. */
async function lockEvents(db: SystemDb, ids: readonly string[]): Promise<void> {
  const eventIds = db
    .select({ id: eventRegistrations.event_id })
    .from(eventRegistrations)
    .where(withIds(ids));
  await db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, eventIds))
    .orderBy(asc(events.id))
    .for("update");
}

/** Places at future events: they are cancelled first, so that others get them and money is refunded. */
async function findPlaces(db: SystemDb, ids: readonly string[]): Promise<string[]> {
  const places = await db
    .select({ title: events.title, date: events.date })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .where(
      and(
        withIds(ids),
        inArray(eventRegistrations.status, [...LIVE_STATUSES]),
        ne(events.status, "cancelled"),
        gt(events.ends_at, currentTime()),
      ),
    );
  return places.map(
    ({ title, date }) =>
      `une place pour « ${title} » (${formatDate("fr", date)}) est encore à venir : annulez d’abord cette inscription`,
  );
}

/** The number of participants of a past event stays, although the trigger counts down with each deleted row. */
async function eraseRegistrations(db: SystemDb, ids: readonly string[]): Promise<void> {
  const counts = await db
    .select({
      event: eventRegistrations.event_id,
      places: sql<number>`count(*)`.mapWith(Number),
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .where(
      and(
        withIds(ids),
        inArray(eventRegistrations.status, [...PLACED_STATUSES]),
        lte(events.ends_at, currentTime()),
      ),
    )
    .groupBy(eventRegistrations.event_id);
  await db.delete(eventRegistrations).where(withIds(ids));
  for (const { event, places } of counts) {
    await db
      .update(events)
      .set({ current_participants: sql`${events.current_participants} + ${places}` })
      .where(eq(events.id, event));
  }
}
