import { and, asc, count, eq, exists, gte, inArray, lte, not, or, sql } from "drizzle-orm";
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
import { events } from "../../events/events.table.server.ts";
import { eventStart, type FederationEvent, isToCome } from "../../events/events.ts";
import { lockEventRow } from "../../events/packages/event-packages.operations.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { placeOfferedMail, placeReleasedMail } from "../registrations.mail.ts";

import { eventRegistrations, registrationColumns } from "../registrations.table.server.ts";
import {
  OFFER_MS,
  PROOF_MS,
  RETURNING_STATUSES,
  type RegistrationStatus,
} from "../registrations.ts";
import { readStock, type Stock, takeFrom } from "./package-stock.operations.server.ts";

type StoredRegistration = typeof eventRegistrations.$inferSelect;
/** What everybody who works with a registration knows of it. */
export type Registration = Pick<StoredRegistration, keyof typeof registrationColumns>;

/**
 * Work on the places of one event: in this process one after the other, the networks in `lane` in turns,
 * and never two at once anywhere.
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
 * As `withEventLock`, for what a crowd does at once: those who wait in this process are served several in one
 * transaction, each undone alone when it fails. None hears of its end before all is on the disk.
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

/** Takes an event for this transaction alone: whoever changes one of its registrations does this before. */
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
    | "offer_expires_at"
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
 * Somebody showed that a registration is theirs: by the mail, by paying, or to staff. It is the person's
 * own then, and where it came from is of no more use.
 */
export const ACKNOWLEDGED = { is_duplicate: false, network: null, wider_network: null };

/** Changes the status of a registration whose event is locked. A proof that it waited for is waited for no more. */
export async function setStatus(db: WriteDb, id: string, change: Change): Promise<void> {
  await db
    .update(eventRegistrations)
    .set({
      offer_expires_at: null,
      proof_needed: false,
      proof_due_at: null,
      cancelled_from: null,
      ...change,
    })
    .where(eq(eventRegistrations.id, id));
}

/**
 * Ends the offers of a locked event that nobody took and what nobody proved, and offers what is free to
 * those who have waited longest. Gives the places that are left then; without a limit, infinitely many.
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
    .set({ status: "expired", offer_expires_at: null })
    .where(and(eq(eventRegistrations.event_id, event.id), isOver(now)))
    .returning(registrationColumns);
  // Whoever never answered is not written to once more: the address may be anybody's.
  for (const registration of ended.filter(({ proof_needed }) => !proof_needed)) {
    const mail = placeReleasedMail({ ...registration, reason: "offer", event });
    await queueMail(db, withKey(mail, registration.id, "offer", registration.updated_at));
  }
  const { free: left } = await placesOf(db, event.id, now);
  return left - (await offerPlaces(db, event, left, now));
}

/** An offer that was not taken in time, or what was not proven in time. */
export const isOver = (now: Date) =>
  or(
    and(eq(eventRegistrations.status, "offered"), lte(eventRegistrations.offer_expires_at, now)),
    and(
      inArray(eventRegistrations.status, ["unproven", "waiting"]),
      eq(eventRegistrations.proof_needed, true),
      lte(eventRegistrations.proof_due_at, now),
    ),
  );

/** The places of a locked event that nobody has; without a limit, infinitely many. */
export const freePlaces = async (db: WriteDb, eventId: string): Promise<number> =>
  (await placesOf(db, eventId, currentTime())).free;

/** The same, and whether an offer or what is unproven is over. */
async function placesOf(db: WriteDb, eventId: string, now: Date) {
  const ended = db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.event_id, eventId), isOver(now)));
  // Whose place an event that was cancelled took away comes first when it takes place after all.
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

/** Offers up to `free` places to the waiting list; tells how many. */
async function offerPlaces(
  db: WriteDb,
  event: FederationEvent,
  free: number,
  now: Date,
): Promise<number> {
  if (free <= 0 || !isToCome(event, now)) return 0;
  const waitingList = db
    .select(registrationColumns)
    .from(eventRegistrations)
    .where(
      and(
        eq(eventRegistrations.event_id, event.id),
        eq(eventRegistrations.status, "waiting"),
        // Until its address is proven, or staff say so, nobody knows that it is one person.
        eq(eventRegistrations.proof_needed, false),
      ),
    )
    .orderBy(asc(eventRegistrations.arrival));
  const next = await (Number.isFinite(free) ? waitingList.limit(free) : waitingList);
  if (next.length === 0) return 0;
  const stock = await readStock(db, event, now);
  let offers = 0;
  for (const registration of next) {
    if (!(await offerPlace(db, event, registration, { now, stock }))) break;
    offers += 1;
  }
  return offers;
}

type Offering = { now: Date; stock: Stock; also?: Partial<Change> };

/**
 * Keeps a free place of a locked event, where one can still register, for somebody who waits: of the
 * package that they chose, or, where that is gone, of the one that they are asked to choose. False when no
 * package has a place left.
 */
export async function offerPlace(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  { now, stock, also = {} }: Offering,
): Promise<boolean> {
  const taken = takeFrom(stock, event, registration);
  if (!taken) return false;
  const mustChoose = taken === "any";
  const change = { ...also, ...(mustChoose && { package_id: null }) };
  const deadline = await reserveForOffer(db, event, registration.id, now, OFFER_MS, change);
  const mail = placeOfferedMail({ ...registration, event, deadline, mustChoose });
  await queueMail(db, withKey(mail, registration.id, registration.updated_at));
  return true;
}

/** Keeps a free place for somebody's answer, and gives the moment until which. */
export async function reserveForOffer(
  db: WriteDb,
  event: FederationEvent,
  id: string,
  now: Date,
  withinMs: number,
  change: Partial<Change> = {},
): Promise<Date> {
  // A place that is kept beyond the beginning is of use to nobody.
  const offer_expires_at = new Date(
    Math.min(now.getTime() + withinMs, eventStart(event).getTime()),
  );
  await setStatus(db, id, { ...change, status: "offered", offer_expires_at });
  return offer_expires_at;
}

/** Ends offers and what is unproven in time, and gives places that became free to the waiting lists. */
export const offersJob: Job = {
  name: "registrations.offers",
  byCalendar: true,
  everyMs: 30_000,
  async run() {
    await startProofClocks();
    await settleEvents();
  },
};

/**
 * From when the mail server took its first message, a registration has two hours for its proof; also when
 * it will not take it, since nobody can be reached there. Changes no status, so the event is not locked.
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

/** Settles every event where something is over or a free place meets a waiting list. */
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
 * The place in the line of a registration that waits: 1 is next. Those who have nothing proven yet do not
 * stand before those who have.
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
