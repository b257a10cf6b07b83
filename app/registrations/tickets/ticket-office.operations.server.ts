import { and, count, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import {
  checkSecondApproval,
  listOthers,
  SOLO_APPROVAL_WAIT_MS,
} from "../../auth/staff/four-eyes.operations.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Concerned, EventNews, TicketOffice } from "../../events/door/ticket-office.ts";
import { eventChanges } from "../../events/events.table.server.ts";
import { isMovedFor, isToCome } from "../../events/events.ts";
import type { Currency } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { ledgerEntries, orders, refunds } from "../../payments/payments.table.server.ts";
import {
  assertTreasuryRole,
  exceedsLimits,
  hasTreasuryRole,
  readRefundLimits,
  worthsRequestedBy,
} from "../../payments/refunds/approval.operations.server.ts";
import { VOID_STATUSES } from "../../payments/refunds/refunds.ts";
import { freePlaces, listNextOffers, offerEnd } from "../places/places.system.server.ts";
import { eventMovedMail, eventReopenedMail, placeOfferedMail } from "../registrations.mail.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import {
  LIVE_STATUSES,
  OFFER_AGAIN_HOURS,
  OFFER_HOURS,
  PLACED_STATUSES,
  RETURNING_STATUSES,
  type RegistrationStatus,
} from "../registrations.ts";

/** The refunds that the cancellation of an event requested, by one member of staff, and nobody has approved. */
export const isReturnOf = (eventId: string, askedBy?: string) =>
  and(
    eq(eventRegistrations.event_id, eventId),
    eq(refunds.status, "requested"),
    eq(refunds.reason, "cancelled"),
    askedBy === undefined ? undefined : eq(refunds.requested_by, askedBy),
  );

/** Money came for the registration, or a part of it; a corrected booking never existed. */
export const HAS_PAID = sql<boolean>`exists (select from orders o
  join ledger_entries l on l.order_id = o.id and l.kind = 'charge'
  where o.kind = 'registration' and o.subject_id = event_registrations.id
    and not exists (select from ledger_entries c where c.kind = 'correction'
      and c.provider = l.provider and c.provider_txn_id = l.provider_txn_id))`;

/** The staff who moved or cancelled an event, or booked a payment that its cancellation refunds. */
async function listInvolved(db: StaffDb, eventId: string, askedBy: string): Promise<string[]> {
  const decided = await db
    .selectDistinct({ id: eventChanges.decided_by })
    .from(eventChanges)
    .where(
      and(eq(eventChanges.event_id, eventId), inArray(eventChanges.kind, ["moved", "cancelled"])),
    );
  const booked = await db
    .selectDistinct({ id: ledgerEntries.booked_by })
    .from(refunds)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, refunds.charge_id))
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, orders.subject_id))
    .where(isReturnOf(eventId, askedBy));
  return [...decided, ...booked].flatMap(({ id }) => id ?? []);
}

const isRead = (news: EventNews, language: Language): boolean =>
  news.kind !== "moved" || isMovedFor(language, news.previous, news.event);

/** Not an invented person at a sample event. */
const isReal = eq(eventRegistrations.is_sample, false);

/** Anybody who reads a mail in this language. */
const readerOf = (language: Language) => ({
  id: "",
  email: "",
  first_name: { fr: "Prénom", en: "First name" }[language],
  reference: "…",
  ticket_token: "…",
  language,
});

type ReadersRow = {
  language: Language;
  /** Of those whose mail says most. */
  status: RegistrationStatus;
  paid: number;
  hadPlace: boolean;
  hasPaid: boolean;
};

/** How those who read the mail about a reopening differ from the others. */
function situationOf({ hadPlace, hasPaid }: ReadersRow): string {
  if (!hadPlace) return "sur la liste d’attente";
  return hasPaid ? "avec un paiement remboursé" : "sans paiement";
}

/** The mail about a change as one of its readers gets it: the one that says most, without a person’s own facts. */
function mailOf(news: EventNews, readers: ReadersRow, now: Date) {
  const { language, status, paid, hadPlace, hasPaid } = readers;
  const reader = readerOf(language);
  const { event } = news;
  const deadline = offerEnd(event, now, OFFER_AGAIN_HOURS);
  const { subject, text_body: text } =
    news.kind === "moved"
      ? eventMovedMail({
          ...reader,
          event,
          previous: news.previous,
          status,
          amount: paid,
        })
      : eventReopenedMail({
          ...reader,
          event,
          amount: paid,
          hasPaid,
          deadline: hadPlace ? deadline : undefined,
        });
  return { subject, text };
}

/** What events need to know of their registrations. */
export const registrationOffice: TicketOffice = {
  async countRegistrations(db, eventIds) {
    const counts = await db
      .select({ event: eventRegistrations.event_id, registrations: count() })
      .from(eventRegistrations)
      .where(and(isReal, inArray(eventRegistrations.event_id, [...eventIds])))
      .groupBy(eventRegistrations.event_id);
    return new Map(counts.map(({ event, registrations }) => [event, registrations]));
  },

  async listReaders(db, news) {
    const { event_id, status, language, amount, proof_needed, cancelled_from } = eventRegistrations;
    const now = currentTime();
    if (news.kind === "reopened" && !isToCome(news.event, now)) return [];
    const isConcerned =
      news.kind === "moved"
        ? and(inArray(status, [...LIVE_STATUSES]), eq(proof_needed, false))
        : inArray(cancelled_from, [...RETURNING_STATUSES, "waiting"]);
    const isReopened = news.kind === "reopened";
    // The mail about a move differs by one sentence; after a reopening each reads of the place and the money they had.
    const hadPlace = isReopened
      ? sql<boolean>`${cancelled_from} is distinct from 'waiting'`
      : sql<boolean>`true`;
    const hasPaid = isReopened ? sql<boolean>`${hadPlace} and ${HAS_PAID}` : sql<boolean>`false`;
    const persons = db
      .select({
        language,
        status,
        amount,
        hadPlace: hadPlace.as("had_place"),
        hasPaid: hasPaid.as("has_paid"),
      })
      .from(eventRegistrations)
      .where(and(isReal, eq(event_id, news.event.id), isConcerned))
      .as("persons");
    const isConfirmed = eq(persons.status, "confirmed");
    const rows = await db
      .select({
        language: persons.language,
        hadPlace: persons.hadPlace,
        hasPaid: persons.hasPaid,
        people: count(),
        status: sql<RegistrationStatus>`case when bool_or(${isConfirmed}) then 'confirmed'
          when bool_or(${persons.status} = 'held') then 'held'
          when bool_or(${persons.status} = 'offered') then 'offered' else 'waiting' end`,
        paid: isReopened
          ? sql<number>`max(${persons.amount})`
          : sql<number>`coalesce(max(${persons.amount}) filter (where ${isConfirmed}), 0)`,
      })
      .from(persons)
      .groupBy(persons.language, persons.hadPlace, persons.hasPaid)
      .orderBy(desc(persons.language), desc(persons.hadPlace), desc(persons.hasPaid));
    return rows.map((readers) => ({
      language: readers.language,
      people: readers.people,
      situation: isReopened ? situationOf(readers) : undefined,
      mail: isRead(news, readers.language) ? mailOf(news, readers, now) : undefined,
    }));
  },

  async listNextOffers(db, event) {
    const now = currentTime();
    const offers = await listNextOffers(db, event, await freePlaces(db, event.id), now);
    const deadline = offerEnd(event, now, OFFER_HOURS);
    return offers.map(({ registration: { id, language }, mustChoose }) => ({
      id,
      language,
      mail: () => {
        const mail = placeOfferedMail({ ...readerOf(language), event, deadline, mustChoose });
        return { subject: mail.subject, text: mail.text_body };
      },
    }));
  },

  async listChosenPackages(db, eventId) {
    const { event_id, package_id } = eventRegistrations;
    const rows = await db
      .selectDistinct({ package_id })
      .from(eventRegistrations)
      .where(and(isReal, eq(event_id, eventId), isNotNull(package_id)));
    return new Set(rows.flatMap((row) => row.package_id ?? []));
  },

  async countPriced(db, eventId) {
    const { event_id, amount } = eventRegistrations;
    const [row] = await db
      .select({ registrations: count() })
      .from(eventRegistrations)
      .where(and(isReal, eq(event_id, eventId), gt(amount, 0)));
    return row?.registrations ?? 0;
  },

  async judgeReturns(db, owed, now) {
    const limits = await readRefundLimits(db, now);
    const asked = await worthsRequestedBy(db, "live", db.staffId, now);
    const prices = owed.map(({ amount, currency }) =>
      // Payments in euros have no limit of their own, so they always exceed it.
      currency === "EUR" ? { amount: Infinity, currency: "XOF" as const } : { amount, currency },
    );
    const others = await listOthers(db, now, "money", [db.staffId]);
    const isAlone = others.length === 0 && (await hasTreasuryRole(db, db.staffId));
    return {
      isAbove: owed.length > 0 && exceedsLimits(limits, [...prices, ...asked]),
      administrators: await listAlertedAdministrators(db),
      ...(isAlone && { alone: { until: new Date(now.getTime() + SOLO_APPROVAL_WAIT_MS) } }),
    };
  },

  async agreeFrom(db, change, now) {
    await assertTreasuryRole(db, db.staffId, "approuver ces remboursements");
    const { event_id, decided_by, created_at, isMuch } = change;
    const limits = await readRefundLimits(db, now);
    const asked = await worthsRequestedBy(db, "live", decided_by, created_at);
    if (!isMuch && !exceedsLimits(limits, asked)) return undefined;
    const words =
      "une autre personne doit approuver : ni celle qui a annulé ou déplacé l’événement, ni celle qui a encaissé une de ces sommes";
    const decision = {
      askedBy: decided_by,
      involved: await listInvolved(db, event_id, decided_by),
      from: change.from,
      of: "money" as const,
    };
    return checkSecondApproval(db, decision, db.staffId, { now, words });
  },

  async countReturns(db, event, askedBy) {
    const asked = await db
      .select({ currency: refunds.currency, amount: sql`sum(${refunds.amount})`.mapWith(Number) })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .innerJoin(eventRegistrations, eq(eventRegistrations.id, orders.subject_id))
      .where(and(isReturnOf(event.id, askedBy), eq(refunds.mode, "live")))
      .groupBy(refunds.currency);
    // Registrations that the job has not cancelled yet will be refunded too.
    const { owed } = event.isCancelled ? await this.countConcerned(db, event.id) : { owed: [] };
    const sums = new Map<Currency, number>();
    for (const { currency, amount } of [...asked, ...owed]) {
      sums.set(currency as Currency, (sums.get(currency as Currency) ?? 0) + amount);
    }
    return [...sums].sort().map(([currency, amount]) => ({ currency, amount }));
  },

  async countConcerned(db, eventId): Promise<Concerned> {
    const { event_id, status, id } = eventRegistrations;
    const [people] = await db
      .select({
        places: sql`count(*) filter (where ${inArray(status, [...PLACED_STATUSES])})`.mapWith(
          Number,
        ),
        waiting: sql`count(*) filter (where ${eq(status, "waiting")})`.mapWith(Number),
      })
      .from(eventRegistrations)
      .where(and(isReal, eq(event_id, eventId)));
    // What was received, less what is being refunded.
    const returned = db
      .select({ sum: sql`coalesce(sum(${refunds.amount}), 0)` })
      .from(refunds)
      .where(
        and(
          eq(refunds.charge_id, ledgerEntries.id),
          sql`${refunds.status} not in ${[...VOID_STATUSES]}`,
        ),
      );
    const left = sql`${ledgerEntries.amount} - (${returned})`;
    const sums = await db
      .select({
        currency: ledgerEntries.currency,
        amount: sql`sum(${left})`.mapWith(Number),
        payers: sql`count(distinct ${orders.id})`.mapWith(Number),
      })
      .from(eventRegistrations)
      .innerJoin(orders, and(eq(orders.subject_id, id), eq(orders.kind, "registration")))
      .innerJoin(ledgerEntries, eq(ledgerEntries.order_id, orders.id))
      .where(
        and(
          eq(event_id, eventId),
          inArray(status, [...LIVE_STATUSES]),
          // A part of the price is refunded too; a corrected booking never existed.
          inArray(orders.status, ["confirmed", "held"]),
          eq(ledgerEntries.kind, "charge"),
          eq(ledgerEntries.mode, "live"),
          sql`not exists (select from ledger_entries c where c.kind = 'correction'
            and c.provider = ${ledgerEntries.provider}
            and c.provider_txn_id = ${ledgerEntries.provider_txn_id})`,
          sql`${left} > 0`,
        ),
      )
      .groupBy(ledgerEntries.currency)
      .orderBy(ledgerEntries.currency);
    return {
      places: people?.places ?? 0,
      waiting: people?.waiting ?? 0,
      paid: sums.reduce((total, { payers }) => total + payers, 0),
      owed: sums.map(({ amount, currency }) => ({ amount, currency: currency as Currency })),
    };
  },
};
