import {
  and,
  asc,
  count,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  lte,
  not,
  or,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  asSystem,
  asSystemTogether,
  type SystemDb,
} from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { runBatched, runInSequence } from "../../core/process/keyed-queue.ts";
import { HOUR } from "../../core/values/durations.ts";
import { events } from "../../events/events.table.server.ts";
import { eventStart, type FederationEvent, isToCome } from "../../events/events.ts";
import { lockEventRow } from "../../events/packages/event-packages.operations.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { placeOfferedMail, placeReleasedMail } from "../registrations.mail.ts";

import { eventRegistrations, registrationColumns } from "../registrations.table.server.ts";
import {
  OFFER_HOURS,
  PROOF_MS,
  RETURNING_STATUSES,
  type RegistrationStatus,
} from "../registrations.ts";
import { readStock, type Stock, takeFrom } from "./package-stock.operations.server.ts";

type StoredRegistration = typeof eventRegistrations.$inferSelect;
/** The columns that all code but the network limits reads. */
export type Registration = Pick<StoredRegistration, keyof typeof registrationColumns>;

/**
 * Runs `work` with the event locked. In this process calls for one event are queued, and the networks in `lane` take
 * turns.
 */
export function withEventLock<T>(
  eventId: string,
  job: string,
  work: (db: SystemDb, event: FederationEvent | undefined) => Promise<T>,
  lane?: string,
): Promise<T> {
  return runInSequence(
    `event ${eventId}`,
    () => asSystem(job, async (db) => work(db, await lockEvent(db, eventId))),
    lane,
  );
}

/**
 * As `withEventLock`, for crowds: waiting calls share a transaction, each under its own savepoint, and are answered
 * after the commit.
 */
export function withEventLockBatched<T>(
  eventId: string,
  job: string,
  work: (db: SystemDb, event: FederationEvent | undefined) => Promise<T>,
  lane?: string,
): Promise<T> {
  const first = (db: SystemDb) => lockEvent(db, eventId);
  return runBatched<typeof work, T>(`event ${eventId}`, { kind: job, item: work, lane }, (works) =>
    asSystemTogether(job, first, works),
  );
}

/** Every change of a registration locks its event first. */
export const lockEvent = (db: WriteDb, id: string): Promise<FederationEvent | undefined> =>
  lockEventRow(db, id);

export async function findRegistration(db: WriteDb, id: string): Promise<Registration | undefined> {
  const [registration] = await db
    .select(registrationColumns)
    .from(eventRegistrations)
    .where(eq(eventRegistrations.id, id));
  return registration;
}

type Change = { status: RegistrationStatus } & Partial<
  Pick<
    StoredRegistration,
    | "offer_hours"
    | "offered_at"
    | "confirmed_at"
    | "order_id"
    | "cancelled_by"
    | "cancelled_from"
    | "is_duplicate"
    | "network"
    | "wider_network"
    | "package_id"
  >
>;

/**
 * The changes once somebody has proven that a registration is theirs, by the mail, by paying, or to staff: it is no
 * duplicate, and its networks are no longer needed.
 */
export const ACKNOWLEDGED = { is_duplicate: false, network: null, wider_network: null };

/** The columns of an offer, once there is none. */
export const NO_OFFER = { offer_expires_at: null, offer_hours: null, offered_at: null };

/** Changes the status of a registration whose event is locked, and ends its wait for a proof. */
export async function setStatus(db: WriteDb, id: string, change: Change): Promise<void> {
  await db
    .update(eventRegistrations)
    .set({
      ...NO_OFFER,
      proof_needed: false,
      proof_due_at: null,
      cancelled_from: null,
      ...change,
    })
    .where(eq(eventRegistrations.id, id));
}

/**
 * Expires the offers of a locked event that were not taken and the registrations that were not proven, and offers free
 * places to those who have waited longest. Returns how many places are left; infinity without a limit.
 */
export async function settlePlaces(
  db: WriteDb,
  event: FederationEvent,
  now: Date,
): Promise<number> {
  const { free, over } = await placesOf(db, event.id, now);
  if (!over) return free - (await offerPlaces(db, event, free, now));
  const ended = await db
    .update(eventRegistrations)
    .set({ status: "expired", offer_expires_at: null, offer_hours: null })
    .where(and(eq(eventRegistrations.event_id, event.id), isOver(now)))
    .returning(registrationColumns);
  // An unproven address gets no further mail: it may be anybody's. Whoever never heard of the offer missed nothing.
  for (const registration of ended.filter((row) => !row.proof_needed && !row.offered_at)) {
    const mail = placeReleasedMail({ ...registration, reason: "offer", event });
    await queueMail(db, withKey(mail, registration.id, "offer", registration.updated_at));
  }
  const { free: left } = await placesOf(db, event.id, now);
  return left - (await offerPlaces(db, event, left, now));
}

/** An offer that was not taken, or a registration that was not proven, in time. */
export const isOver = (now: Date) =>
  or(
    and(
      eq(eventRegistrations.status, "offered"),
      // One that nobody was told of ends when the event begins.
      sql`coalesce(${eventRegistrations.offer_expires_at},
        (select begun.starts_at from events begun where begun.id = ${eventRegistrations.event_id})) <= ${now.toISOString()}`,
    ),
    and(
      inArray(eventRegistrations.status, ["unproven", "waiting"]),
      eq(eventRegistrations.proof_needed, true),
      lte(eventRegistrations.proof_due_at, now),
    ),
  );

/** The free places of a locked event; infinity without a limit. */
export const freePlaces = async (db: WriteDb, eventId: string): Promise<number> =>
  (await placesOf(db, eventId, currentTime())).free;

/** The same, and whether something is to be expired. */
async function placesOf(db: WriteDb, eventId: string, now: Date) {
  const ended = db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.event_id, eventId), isOver(now)));
  // When a cancelled event takes place after all, those who had a place come first.
  const returning = db
    .select({ count: count() })
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.event_id, eventId),
        inArray(eventRegistrations.cancelled_from, RETURNING_STATUSES),
      ),
    );
  const [places] = await db
    .select({
      max: events.max_participants,
      current: sql<number>`${events.current_participants} + (${returning})`.mapWith(Number),
      over: exists(ended).mapWith(Boolean),
    })
    .from(events)
    .where(eq(events.id, eventId));
  if (!places) return { free: 0, over: false };
  const { max, current, over } = places;
  return { free: max === null ? Number.POSITIVE_INFINITY : max - current, over };
}

/** Offers up to `free` places to the waiting list, and returns how many it offered. */
async function offerPlaces(
  db: WriteDb,
  event: FederationEvent,
  free: number,
  now: Date,
): Promise<number> {
  const offers = await listNextOffers(db, event, free, now);
  for (const offer of offers) await makeOffer(db, event, offer, now);
  return offers.length;
}

/** Somebody on the waiting list who gets a place; of another package, where theirs is gone. */
type NextOffer = { registration: Registration; mustChoose: boolean };

/** Who would be offered up to `free` places of a locked event: those who have waited longest. */
export async function listNextOffers(
  db: WriteDb,
  event: FederationEvent,
  free: number,
  now: Date,
): Promise<NextOffer[]> {
  if (free <= 0 || !isToCome(event, now)) return [];
  const waitingList = db
    .select(registrationColumns)
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.event_id, event.id),
        eq(eventRegistrations.status, "waiting"),
        // One that is not proven or accepted by staff may be no person of its own.
        eq(eventRegistrations.proof_needed, false),
      ),
    )
    .orderBy(asc(eventRegistrations.arrival));
  const next = await (Number.isFinite(free) ? waitingList.limit(free) : waitingList);
  if (next.length === 0) return [];
  const stock = await readStock(db, event, now);
  const offers: NextOffer[] = [];
  for (const registration of next) {
    const taken = takeFrom(stock, event, registration);
    if (!taken) break;
    offers.push({ registration, mustChoose: taken === "any" });
  }
  return offers;
}

type Offering = { now: Date; stock: Stock; also?: Partial<Change> };

/**
 * Offers a free place of a locked event to somebody on the waiting list: of their package, or, where that is gone, of
 * one that they must choose. False when no package has room.
 */
export async function offerPlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  { now, stock, also = {} }: Offering,
): Promise<boolean> {
  const taken = takeFrom(stock, event, registration);
  if (!taken) return false;
  await makeOffer(db, event, { registration, mustChoose: taken === "any" }, now, also);
  return true;
}

async function makeOffer(
  db: WriteDb,
  event: FederationEvent,
  { registration, mustChoose }: NextOffer,
  now: Date,
  also: Partial<Change> = {},
): Promise<void> {
  const change = { ...also, ...(mustChoose && { package_id: null }) };
  await reserveForOffer(db, registration.id, now, OFFER_HOURS, change);
  const deadline = offerEnd(event, now, OFFER_HOURS);
  const mail = placeOfferedMail({ ...registration, event, deadline, mustChoose });
  await queueMail(db, withKey(mail, registration.id, registration.updated_at));
}

/** Reserves a free place for an offer, which lasts these hours once its holder is told. */
export const reserveForOffer = (
  db: WriteDb,
  id: string,
  now: Date,
  offer_hours: number,
  change: Partial<Change> = {},
): Promise<void> =>
  setStatus(db, id, { ...change, status: "offered", offer_hours, offered_at: now });

/** When an offer ends whose holder is told now: never beyond the beginning of the event. */
export const offerEnd = (event: FederationEvent, told: Date, hours: number): Date =>
  new Date(Math.min(told.getTime() + hours * HOUR, eventStart(event).getTime()));

/** The deadline of an offer, as a mail that leaves now says it; undefined when nothing is offered. */
export const deadlineToTell = (
  event: FederationEvent,
  { offer_expires_at, offer_hours }: Pick<Registration, "offer_expires_at" | "offer_hours">,
  now = currentTime(),
): Date | undefined =>
  offer_expires_at ?? (offer_hours === null ? undefined : offerEnd(event, now, offer_hours));

/** Starts the time of an offer whose holder knows of it. False when it is not, or no longer, one to tell. */
export async function startOffer(
  db: WriteDb,
  event: FederationEvent,
  { id, offer_hours, offered_at }: Pick<Registration, "id" | "offer_hours" | "offered_at">,
  told: Date,
): Promise<boolean> {
  if (offer_hours === null || offered_at === null) return false;
  const started = await db
    .update(eventRegistrations)
    .set({ ...NO_OFFER, offer_expires_at: offerEnd(event, told, offer_hours) })
    .where(
      and(
        eq(eventRegistrations.id, id),
        eq(eventRegistrations.offer_hours, offer_hours),
        eq(eventRegistrations.offered_at, offered_at),
      ),
    )
    .returning({ id: eventRegistrations.id });
  return started.length > 0;
}

/** Expires offers and unproven registrations, and offers free places to the waiting lists. */
export const offersJob: Job = {
  name: "registrations.offers",
  byCalendar: true,
  everyMs: 30_000,
  async run() {
    await startProofClocks();
    await startOfferClocks();
    await settleEvents();
  },
};

/**
 * Starts the two hours for the proof once the mail server has accepted, or finally refused, the first message. Changes
 * no status, so the event is not locked.
 */
export async function startProofClocks(now = currentTime()): Promise<void> {
  await asSystem("registrations.proofs", async (db) => {
    const rows = await rowsOf<{ id: string; taken: string }>(
      db,
      sql`
      select r.id, min(coalesce(m.sent_at, ${now.toISOString()})) as taken
      from event_registrations r
      join registration_proofs p on p.registration_id = r.id
      left join mail_outbox m on m.id = p.id
      where r.proof_needed and r.proof_due_at is null and r.status in ('unproven', 'waiting')
        and coalesce(m.status, 'failed') <> 'queued'
      group by r.id`,
    );
    // A statement that changes nothing would still empty the page cache.
    for (const { id, taken } of rows) {
      await db
        .update(eventRegistrations)
        .set({ proof_due_at: new Date(new Date(taken).getTime() + PROOF_MS) })
        .where(and(eq(eventRegistrations.id, id), eq(eventRegistrations.proof_needed, true)));
    }
  });
}

/** The mails that tell somebody of an offered place. */
const OFFER_MAILS = ["place-offered", "event-reopened"];

/**
 * Starts the time of each offer from when the mail server took the message about it. A mail that is kept on a site
 * without a server, or refused, starts nothing: staff tell these people.
 */
export async function startOfferClocks(): Promise<void> {
  const told = await asSystem("registrations.offers", (db) =>
    db
      .select({
        id: eventRegistrations.id,
        event_id: eventRegistrations.event_id,
        at: sql<string>`min(${mailOutbox.sent_at})`,
      })
      .from(eventRegistrations)
      .innerJoin(mailOutbox, eq(mailOutbox.about_id, eventRegistrations.id))
      .where(
        and(
          eq(eventRegistrations.status, "offered"),
          isNotNull(eventRegistrations.offer_hours),
          inArray(mailOutbox.template, OFFER_MAILS),
          eq(mailOutbox.status, "sent"),
          gte(mailOutbox.sent_at, eventRegistrations.offered_at),
        ),
      )
      .groupBy(eventRegistrations.id),
  );
  for (const { id, event_id, at } of told) {
    await withEventLock(event_id, "registrations.offers", async (db, event) => {
      const registration = await findRegistration(db, id);
      if (event && registration) await startOffer(db, event, registration, new Date(at));
    });
  }
}

/** Settles every event with something to expire, or with a free place and a waiting list. */
export async function settleEvents(now = currentTime()): Promise<void> {
  const due = await asSystem("registrations.offers", (db) =>
    db
      .selectDistinct({ id: events.id })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(
        sql`${isOver(now)}
          or (${eventRegistrations.status} = 'waiting' and not ${eventRegistrations.proof_needed}
            and ${events.status} = 'upcoming'
            and ${events.date} >= ${isoDay(now)} and (${events.max_participants} is null
              or ${events.current_participants} < ${events.max_participants}))`,
      ),
  );
  for (const { id } of due) {
    await withEventLock(id, "registrations.offers", async (db, event) => {
      if (event) await settlePlaces(db, event, now);
    });
  }
}

/**
 * The position of a registration on the waiting list; 1 is next. Unproven ones stand behind the proven ones.
 */
export async function positionOf(db: WriteDb, id: string): Promise<number> {
  const mine = alias(eventRegistrations, "mine");
  const [row] = await db
    .select({ position: count() })
    .from(eventRegistrations)
    .innerJoin(
      mine,
      and(
        eq(mine.event_id, eventRegistrations.event_id),
        gte(mine.arrival, eventRegistrations.arrival),
        or(mine.proof_needed, not(eventRegistrations.proof_needed)),
      ),
    )
    .where(and(eq(mine.id, id), eq(eventRegistrations.status, "waiting")));
  return row?.position ?? 0;
}
