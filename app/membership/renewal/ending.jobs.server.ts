import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { mailOutbox } from "../../mail/mail-outbox.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { cancelAttemptsFor } from "../../payments/orders/orders.operations.server.ts";
import { members } from "../members/members.table.server.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { dayAfter, REMINDER_DAYS } from "./membership-ending.ts";
import { REMINDER_KEY, reminderMail } from "./reminders.operations.server.ts";

const HOUR = 3_600_000;
/** The night is for sleeping: what the first minute of a day writes leaves in its morning, Conakry time. */
const SENT_FROM_HOUR = 7;
/** So few at once that a form which waits behind them does not notice. */
const AT_ONCE = 200;

/** Ends the memberships whose last day is over. */
export async function endMemberships(): Promise<void> {
  const today = isoDay(currentTime());
  const over = and(eq(members.status, "active"), lt(members.membership_end, today));
  for (;;) {
    const count = await asSystem("membership.end", async (db) => {
      // In the order in which payments lock them. A statement that changes nothing would still empty the page cache.
      const due = await db
        .select({ id: members.id })
        .from(members)
        .where(over)
        .orderBy(asc(members.id))
        .limit(AT_ONCE)
        .for("update");
      const ids = due.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await db
        .update(members)
        .set({ status: "expired", lapsed_on: today })
        .where(inArray(members.id, ids));
      await cancelAttemptsFor(db, "membership", ids);
      return ids.length;
    });
    if (count < AT_ONCE) return;
  }
}

/** Reminds those whose membership ends in so many days as are told; what was missed is skipped. */
export async function remindMembers(): Promise<void> {
  const now = currentTime();
  const today = isoDay(now);
  const morning = new Date(`${today}T00:00:00Z`);
  morning.setUTCHours(SENT_FROM_HOUR);
  const next_attempt_at = now < morning ? morning : now;
  for (let last: string | undefined, count = AT_ONCE; count === AT_ONCE; ) {
    const due = await asSystem("membership.end", async (db) => {
      // Whoever is renewing at this moment is waited for, and looked at as they are then.
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

/** Whoever is to be reminded today and was not yet, in the order of their ids. */
function listDue(db: SystemDb, today: string, { after, among }: Which) {
  const { id, first_name, last_name, email, language, membership_end, is_test } = members;
  const ends = REMINDER_DAYS.map((days) => dayAfter(today, days));
  // As the person is named elsewhere; whoever began again is not told that it is over.
  const again = sql`exists (select from ${members} other
    where other.status = 'active' and not other.is_test and lower(other.email) = lower(${members.email})
      and search_form(other.first_name) = search_form(${members.first_name})
      and other.birth_date is not distinct from ${members.birth_date}
      and other.member_type = ${members.member_type})`;
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
    .limit(AT_ONCE);
}

/** How many are to be reminded now; no more than are reminded at once are counted. */
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
