import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Concerned, TicketOffice } from "../events/ticket-office.ts";
import type { Currency } from "../i18n/format.ts";
import { orders } from "../payments/orders.table.server.ts";
import { ledgerEntries, refunds } from "../payments/refunds.table.server.ts";
import { VOID_STATUSES } from "../payments/refunds.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { LIVE_STATUSES, PLACED_STATUSES } from "./registrations.ts";

/** What events ask of the registrations for them. */
export const registrationOffice: TicketOffice = {
  async countRegistrations(db, eventIds) {
    const counts = await db
      .select({ event: eventRegistrations.event_id, registrations: count() })
      .from(eventRegistrations)
      .where(inArray(eventRegistrations.event_id, [...eventIds]))
      .groupBy(eventRegistrations.event_id);
    return new Map(counts.map(({ event, registrations }) => [event, registrations]));
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
      .where(eq(event_id, eventId));
    // What was taken, without what goes back already.
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
          eq(orders.status, "confirmed"),
          eq(ledgerEntries.kind, "charge"),
          eq(ledgerEntries.mode, "live"),
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
