import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { DAY, HOUR } from "../../core/values/durations.ts";
import { isoDay } from "../../i18n/format.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { cancelAttemptsFor } from "../../payments/orders/orders.operations.server.ts";
import { MEMBER_ORDERS } from "../../payments/orders/orders.ts";
import { lockClubsOf } from "../clubs/clubs.operations.server.ts";
import { members } from "../members/members.table.server.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { dayAfter, REMINDER_DAYS } from "./membership-period.ts";
import { REMINDER_KEY, reminderMail } from "./reminders.operations.server.ts";

/** Reminders written after midnight are sent in the morning, Conakry time. */
const SENT_FROM_HOUR = 7;
/** Small enough that a form does not wait long for the lock. */
const BATCH_SIZE = 200;

/** Ends memberships whose last day is over. */
async function endMemberships(): Promise<void> {
  const today = isoDay(currentTime());
  const over = and(eq(members.status, "active"), lt(members.membership_end, today));
  for (;;) {
    const count = await asSystem("membership.end", async (db) => {
      const listOver = () =>
        db
          .select({ id: members.id })
          .from(members)
          .where(over)
          .orderBy(asc(members.id))
          .limit(BATCH_SIZE);
      await lockClubsOf(
        db,
        (await listOver()).map(({ id }) => id),
      );
      // Locked in the order of payments. An update of no rows would still empty the page cache.
      const due = await listOver().for("update");
      const ids = due.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await db
        .update(members)
        .set({ status: "expired", lapsed_on: today })
        .where(inArray(members.id, ids));
      await cancelAttemptsFor(db, MEMBER_ORDERS, ids);
      return ids.length;
    });
    if (count < BATCH_SIZE) return;
  }
}

/** Reminds members whose membership ends in one of `REMINDER_DAYS`; missed days are skipped. */
async function remindMembers(): Promise<void> {
  const now = currentTime();
  const today = isoDay(now);
  const morning = new Date(`${today}T00:00:00Z`);
  morning.setUTCHours(SENT_FROM_HOUR);
  const next_attempt_at = now < morning ? morning : now;
  for (let last: string | undefined, count = BATCH_SIZE; count === BATCH_SIZE; ) {
    const due = await asSystem("membership.end", async (db) => {
      // Waits for renewals in progress, then reads the members again.
      const ids = await listDue(db, today, { after: last }).for("share", { of: members });
      const people = await listDue(db, today, { among: ids.map(({ id }) => id) });
      const mails = people.map((person) => ({
        ...reminderMail(person, today),
        next_attempt_at,
      }));
      await queueMail(db, ...mails);
      return ids;
    });
    count = due.length;
    last = due.at(-1)?.id;
  }
}

type Which = { after?: string | undefined; among?: string[] };

/** The members to be reminded today, by id. */
function listDue(db: SystemDb, today: string, { after, among }: Which) {
  const { id, organisation, first_name, last_name, email, language, membership_end, is_test } =
    members;
  const ends = REMINDER_DAYS.map((days) => dayAfter(today, days));
  // Nobody with a new active membership is reminded of an earlier one.
  const again = sql`exists (select from ${members} other
    where other.status = 'active' and not other.is_test and lower(other.email) = lower(${members.email})
      and is_same_holder(other, ${members}))`;
  const lapsed = and(
    eq(members.status, "expired"),
    gt(members.lapsed_on, membership_end),
    sql`not ${again}`,
  );
  const isOver = lt(membership_end, today);
  const key = sql`${REMINDER_KEY} || ${id} || ':' || ${membership_end} || ':' || (${membership_end} - ${today}::date)`;
  return db
    .select({
      id,
      organisation,
      first_name,
      last_name,
      email,
      language,
      membership_end,
      is_test,
      type: { name: membershipTypes.name, name_en: membershipTypes.name_en },
    })
    .from(members)
    .leftJoin(membershipTypes, eq(membershipTypes.id, members.membership_type_id))
    .where(
      and(
        isNotNull(membership_end),
        inArray(membership_end, ends),
        or(and(eq(members.status, "active"), sql`not ${isOver}`), and(isOver, lapsed)),
        eq(members.reminders_off, false),
        eq(members.is_sample, false),
        eq(is_test, false),
        sql`not exists (select from ${mailOutbox} where ${mailOutbox.key} = ${key})`,
        after === undefined ? undefined : gt(id, after),
        among && inArray(id, among),
      ),
    )
    .orderBy(asc(id))
    .limit(BATCH_SIZE);
}

/** How many members are to be reminded now, counted up to one batch. */
export const countMembershipReminders = async (db: SystemDb, now: Date): Promise<number> =>
  (await listDue(db, isoDay(now), {})).length;

export const endMembershipsJob: Job = {
  name: "membership.end",
  byCalendar: true,
  everyMs: HOUR,
  daily: true,
  async run() {
    await endMemberships();
    await remindMembers();
  },
};

/** How long an application can be continued from its browser. */
export const BROWSER_MAX_AGE_MS = 30 * DAY;

export const clearBrowsersJob: Job = {
  name: "membership.forget",
  byCalendar: true,
  everyMs: HOUR,
  run: () => clearBrowsers(),
};

/** Clears the browser hash of old applications. */
export async function clearBrowsers(now = currentTime()): Promise<void> {
  const due = and(
    isNotNull(members.browser),
    lt(members.created_at, new Date(now.getTime() - BROWSER_MAX_AGE_MS)),
  );
  await asSystem("membership.forget", async (db) => {
    // An update of no rows would still empty the page cache.
    const [one] = await db.select({ id: members.id }).from(members).where(due).limit(1);
    if (one) await db.update(members).set({ browser: null }).where(due);
  });
}
