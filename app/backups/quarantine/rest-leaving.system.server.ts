import { and, count, eq, inArray, isNotNull, lte, max, min, sql, sum } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { mailOutbox } from "../../mail/mail-outbox.table.server.ts";
import { countMembershipReminders } from "../../membership/renewal/membership.jobs.server.ts";
import { refunds } from "../../payments/ledger/ledger.table.server.ts";
import { countPaymentReminders } from "../../payments/orders/orders.jobs.server.ts";
import { orders } from "../../payments/orders/orders.table.server.ts";
import { RECORDABLE_STATUSES } from "../../payments/refunds/refunds.ts";
import { isOver } from "../../registrations/places/places.system.server.ts";
import { countEventReminders } from "../../registrations/places/reminders.jobs.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";
import type { Leaving, WaitingMails } from "./rest.ts";

/** Whether a mail was there already when the archive was made. */
const isBefore = (at: Date) => lte(mailOutbox.created_at, at);

/** Which mails of a kind wait. */
export const waitingOf = ({ template, age }: Pick<WaitingMails, "template" | "age">, at: Date) =>
  and(
    eq(mailOutbox.status, "queued"),
    eq(mailOutbox.template, template),
    age === "before" ? isBefore(at) : sql`not ${isBefore(at)}`,
  );

/** The mails that wait, by their kind and age. */
export async function listWaitingMails(db: SystemDb, at: Date): Promise<WaitingMails[]> {
  const { template, status, created_at } = mailOutbox;
  const before = sql<boolean>`${isBefore(at)}`;
  const rows = await db
    .select({
      template,
      before,
      count: count(),
      oldest: min(created_at),
      newest: max(created_at),
    })
    .from(mailOutbox)
    .where(eq(status, "queued"))
    .groupBy(sql`1, 2`)
    .orderBy(sql`2 desc, 1`);
  return rows.map(({ before: isOld, oldest, newest, ...row }) => ({
    ...row,
    age: isOld ? "before" : "since",
    oldest: oldest ?? at,
    newest: newest ?? at,
  }));
}

/** Refunds that a job sends to the provider by itself. */
export const sentByJob = isNotNull(refunds.next_try_at);

/** What would leave the site, or happen by itself, if it were released now. */
export async function readLeaving(db: SystemDb, at: Date, now: Date): Promise<Leaving> {
  const { amount, currency, next_try_at, status } = refunds;
  const sums = await db
    .select({ currency, amount: sum(amount).mapWith(Number), count: count() })
    .from(refunds)
    .where(sentByJob)
    .groupBy(currency)
    .orderBy(currency);
  const byHand = and(inArray(status, [...RECORDABLE_STATUSES]), sql`${next_try_at} is null`);
  return {
    mails: await listWaitingMails(db, at),
    refunds: sums,
    refundsByHand: await db.$count(refunds, byHand),
    reminders: {
      events: await countEventReminders(db, now),
      payments: await countPaymentReminders(db, now),
      memberships: await countMembershipReminders(db, now),
    },
    places: {
      holds: await db.$count(
        orders,
        and(eq(orders.status, "held"), lte(orders.hold_expires_at, now)),
      ),
      offers: await db.$count(eventRegistrations, isOver(now)),
    },
  };
}
