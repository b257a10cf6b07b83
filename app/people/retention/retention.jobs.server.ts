import { and, eq, inArray, isNotNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { contactMessages } from "../../contact/contact-messages.table.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { HOUR } from "../../core/values/durations.ts";
import { AppError } from "../../core/values/errors.ts";
import {
  type RETENTION,
  type RetentionRule,
  retentionCutoff,
} from "../../core/values/retention.ts";
import { eventDoor, events } from "../../events/events.table.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { licencePhotos } from "../../licences/licences.table.server.ts";
import { forgetGoneHolders } from "../../licences/licences-personal.operations.server.ts";
import { mailOutbox, mailRefusals } from "../../mail/mail.table.server.ts";
import { forgetGoneClubs } from "../../membership/clubs/club-profile.operations.server.ts";
import {
  forgetGonePlayers,
  forgetInvitees,
} from "../../membership/clubs/clubs-personal.operations.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { newsletterSubscriptions } from "../../newsletter/newsletter.table.server.ts";
import { partners } from "../../partners/partners.table.server.ts";
import { cancelOpenOrders, hasOpenOrder } from "../../payments/orders/orders.operations.server.ts";
import type { OrderStatus } from "../../payments/orders/orders.ts";
import { MEMBER_ORDERS } from "../../payments/orders/orders.ts";
import {
  anonymiseOrphanedPayers,
  anonymisePayersOf,
  isUnsettled,
} from "../../payments/orders/orders-personal.operations.server.ts";
import { orders } from "../../payments/payments.table.server.ts";
import { countRemoval } from "../../records/bin/retention-tally.operations.server.ts";
import { drafts } from "../../records/drafts/drafts.table.server.ts";
import { auditLog, auditValues } from "../../records/history/audit.table.server.ts";
import { deleteOrphanedHistory } from "../../records/history/versions.operations.server.ts";
import { versions } from "../../records/history/versions.table.server.ts";
import { eventRegistrations } from "../../registrations/registrations.table.server.ts";
import { policyReports } from "../../site/policy-reports/policy-reports.table.server.ts";
import { personMerges } from "../duplicates/duplicates.table.server.ts";
import { erasures } from "../erasures.table.server.ts";

export const retentionJob: Job = {
  name: "data.retention",
  byCalendar: true,
  everyMs: 6 * HOUR,
  daily: true,
  async run(stopping) {
    const removed = await sweepRetention(stopping);
    for (const [rule, count] of Object.entries(removed)) {
      log.info({ what: rule, count }, "data whose term is over is gone");
    }
  },
};

/** Those of the rules that are kept by a job; the bin has one of its own. */
type Swept = {
  [Name in RetentionRule]: (typeof RETENTION)[Name]["by"] extends "job" ? Name : never;
}[RetentionRule];

type Sweep = (db: SystemDb, since: Date) => Promise<number>;
type Rows = PgTable & { id: PgColumn };

const AT_ONCE = 200;

/** What each rule takes away, so many rows at a time. Returns how many went. */
const SWEEPS: Record<Exclude<Swept, "bin">, Sweep> = {
  applications(db, since) {
    const { status, updated_at, id } = members;
    return removeMembers(db, and(eq(status, "pending"), lt(updated_at, since), isSettled(id)));
  },
  members(db, since) {
    const over = or(
      lt(members.membership_end, isoDay(since)),
      and(sql`${members.membership_end} is null`, lt(members.updated_at, since)),
    );
    const ended = inArray(members.status, ["expired", "suspended"]);
    return removeMembers(db, and(ended, over, isSettled(members.id)));
  },
  photos(db, since) {
    const { member_id, created_at } = licencePhotos;
    // The licence goes on with whichever membership ends last.
    const goesOn = sql`exists (select from ${members} own join ${members} other
        on other.id = own.id or other.licence_serial = own.licence_serial
      where own.id = ${member_id} and coalesce(other.membership_end >= ${isoDay(since)}, true))`;
    return remove(db, licencePhotos, and(lt(created_at, since), sql`not ${goesOn}`));
  },
  async registrations(db, since) {
    // Who stood at the door goes when those who came in do.
    const over = sql`coalesce(${events.end_date}, ${events.date}) < ${isoDay(since)}`;
    const ended = db.select({ id: events.id }).from(events).where(over);
    await remove(db, eventDoor, inArray(eventDoor.event_id, ended));
    const settled = isSettled(eventRegistrations.id, ["held"]);
    const [past] = await db
      .select({ id: eventRegistrations.event_id })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.event_id))
      .where(and(lt(events.date, isoDay(since)), settled))
      .limit(1);
    if (!past) return 0;
    const due = and(eq(eventRegistrations.event_id, past.id), settled);
    let taken = 0;
    const count = await remove(db, eventRegistrations, due, async (ids) => {
      await anonymisePayersOf(db, ids);
      const [event] = await db.select().from(events).where(eq(events.id, past.id)).for("update");
      taken = event?.current_participants ?? 0;
    });
    // How many came is history, and stays; the database counts down with each row.
    await db.update(events).set({ current_participants: taken }).where(eq(events.id, past.id));
    return count;
  },
  unsubscribed(db, since) {
    const { status, updated_at } = newsletterSubscriptions;
    return remove(db, newsletterSubscriptions, and(ne(status, "active"), lt(updated_at, since)));
  },
  invitees: forgetInvitees,
  messages: (db, since) => remove(db, contactMessages, lt(contactMessages.updated_at, since)),
  async mails(db, since) {
    const due = and(ne(mailOutbox.status, "queued"), lt(mailOutbox.created_at, since));
    const refused = await remove(db, mailRefusals, lt(mailRefusals.refused_at, since));
    return refused + (await remove(db, mailOutbox, due));
  },
  async partners(db, since) {
    const { contact_name, contact_email, contact_phone, partnership_end: end } = partners;
    const some = or(isNotNull(contact_name), isNotNull(contact_email), isNotNull(contact_phone));
    const over = lt(
      sql`coalesce(${end}, (${partners.updated_at} at time zone 'UTC')::date)`,
      isoDay(since),
    );
    const ids = await idsOf(db, partners, and(eq(partners.status, "inactive"), over, some));
    const none = { contact_name: null, contact_email: null, contact_phone: null };
    if (ids.length > 0) await db.update(partners).set(none).where(inArray(partners.id, ids));
    return ids.length;
  },
  reports: (db, since) => remove(db, policyReports, lt(policyReports.last_at, since)),
  merges: (db, since) => remove(db, personMerges, lt(personMerges.created_at, since)),
  drafts: (db, since) => remove(db, drafts, lt(drafts.saved_at, since)),
  async log(db, since) {
    await remove(db, auditValues, lt(auditValues.written_at, since));
    await remove(db, erasures, lt(erasures.decided_at, since));
    return remove(db, auditLog, lt(auditLog.created_at, since));
  },
  async versions(db, since) {
    const lost = await deleteOrphanedHistory(db, AT_ONCE);
    return lost + (await remove(db, versions, lt(versions.written_at, since)));
  },
};

async function removeMembers(db: SystemDb, due: SQL | undefined): Promise<number> {
  const ids = await idsOf(db, members, due);
  // The orders before the members, as a payment locks them.
  await cancelOpenOrders(db, MEMBER_ORDERS, ids);
  if (await hasOpenOrder(db, MEMBER_ORDERS, ids)) return 0;
  return remove(db, members, and(due, inArray(members.id, ids)), (now) =>
    anonymisePayersOf(db, now),
  );
}

/** Whether no money is on its way for a member or a registration, there or back: a dispute extends a term. */
function isSettled(subject: PgColumn, open: OrderStatus[] = []): SQL {
  const isOpen = open.length > 0 ? sql` or ${inArray(orders.status, open)}` : sql``;
  return sql`not exists (select from ${orders} where ${orders.subject_id} = ${subject}
    and (${isUnsettled}${isOpen}))`;
}

/** The next rows that are to go. A statement that changes nothing would still empty the page cache. */
async function idsOf(db: SystemDb, table: Rows, due: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(due)
    .orderBy(table.id)
    .limit(AT_ONCE);
  return rows.map(({ id }) => id as string);
}

/**
 * Deletes the next rows that are to go, after `prepare` did what comes before that.
 * @throws AppError 'conflict' when one of them changed meanwhile: then none goes, and the next run looks anew.
 */
async function remove(
  db: SystemDb,
  table: Rows,
  due: SQL | undefined,
  prepare?: (ids: readonly string[]) => Promise<void>,
): Promise<number> {
  const ids = await idsOf(db, table, due);
  if (ids.length === 0) return 0;
  await prepare?.(ids);
  const gone = await db
    .delete(table)
    .where(and(inArray(table.id, ids), due))
    .returning({ id: table.id });
  if (gone.length < ids.length) throw new AppError("conflict", "what was to go changed meanwhile");
  return gone.length;
}

/** Takes away what has been kept for as long as was promised. Returns how many rows of each rule went. */
export async function sweepRetention(
  stopping?: AbortSignal,
): Promise<Partial<Record<RetentionRule, number>>> {
  const now = currentTime();
  const removed: Partial<Record<RetentionRule, number>> = {};
  for (const [name, sweep] of Object.entries(SWEEPS)) {
    const rule = name as keyof typeof SWEEPS;
    const since = retentionCutoff(rule, now);
    for (let count = AT_ONCE; count > 0 && !stopping?.aborted; ) {
      count = await asSystem("data.retention", async (db) => {
        const gone = await sweep(db, since);
        await countRemoval(db, rule, gone);
        return gone;
      });
      if (count > 0) removed[rule] = (removed[rule] ?? 0) + count;
    }
  }
  await forgetThoseOfTheBin(stopping);
  if (!stopping?.aborted) {
    await asSystem("data.retention", forgetGoneHolders);
    await asSystem("data.retention", forgetGonePlayers);
    await asSystem("data.retention", forgetGoneClubs);
  }
  return removed;
}

/** Whoever staff deleted leaves, with the bin, what an order still says of them. */
async function forgetThoseOfTheBin(stopping?: AbortSignal): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE && !stopping?.aborted; ) {
    count = await asSystem("data.retention", (db) => anonymiseOrphanedPayers(db, AT_ONCE));
  }
}
