import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { HOUR, MINUTE } from "../../core/values/durations.ts";
import { events } from "../../events/events.table.server.ts";
import { eventStart, type FederationEvent } from "../../events/events.ts";
import { eventColumns } from "../../events/packages/event-packages.operations.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { readSettings } from "../../settings/settings.visitor.server.ts";
import { eventReminderMail } from "../registrations.mail.ts";
import { eventRegistrations } from "../registrations.table.server.ts";

/** Reminders are sent from this hour (Conakry) of the day before the event. */
const REMINDED_FROM_HOUR = 9;
/** No reminder is sent at night. */
const DAY_BEGINS = 7;
const DAY_ENDS = 21;

type Begins = Pick<FederationEvent, "date" | "time">;

/** When a due reminder is sent: now, or in the morning unless the event begins too soon after that. */
export function reminderTime(event: Begins, now: Date): Date {
  const hour = now.getUTCHours();
  if (hour >= DAY_BEGINS && hour < DAY_ENDS) return now;
  const morning = new Date(now);
  morning.setUTCHours(hour < DAY_BEGINS ? DAY_BEGINS : DAY_BEGINS + 24, 0, 0, 0);
  return morning.getTime() + HOUR < eventStart(event).getTime() ? morning : now;
}

/** One reminder of each registration for each beginning of its event. */
const reminderKey = (id: string, { date, time }: Begins): string =>
  `event-reminder:${id}:${date} ${time ?? "-"}`;

/** Few enough that a form waiting behind them is not delayed noticeably. */
const AT_ONCE = 200;

/** Reminds every holder of a confirmed place once, the day before the event. */
export async function remindOfEvents(stopping?: AbortSignal): Promise<void> {
  // The footer of a mail is a setting, and the mail is compared with a newly composed one when it is sent.
  await readSettings();
  for (let count = AT_ONCE; count === AT_ONCE && !stopping?.aborted; ) {
    const now = currentTime();
    count = await asSystem("registrations.reminders", async (db) => {
      const due = await listDue(db, now);
      const mails = due.map(({ event, ...registration }) => ({
        ...eventReminderMail({ ...registration, event }),
        key: reminderKey(registration.id, event),
        next_attempt_at: reminderTime(event, now),
      }));
      await queueMail(db, ...mails);
      return due.length;
    });
  }
}

/**
 * Confirmed registrations of events of the next day without a reminder. One that was confirmed after the reminders
 * began has the ticket in that mail.
 */
async function listDue(db: SystemDb, now: Date) {
  const { id, status, event_id } = eventRegistrations;
  const from = sql`(${events.date} - 1 + make_interval(hours => ${REMINDED_FROM_HOUR})) at time zone 'UTC'`;
  // As `reminderKey` says it.
  const key = sql`'event-reminder:' || ${id} || ':' || ${events.date} || ' ' || coalesce(${events.time}, '-')`;
  const rows = await db
    .select({ registration: eventRegistrations, event: eventColumns })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, event_id))
    .where(
      and(
        eq(status, "confirmed"),
        eq(eventRegistrations.is_sample, false),
        eq(events.status, "upcoming"),
        gt(events.starts_at, now),
        lte(from, now.toISOString()),
        sql`not exists (select from ${mailOutbox} where ${mailOutbox.key} = ${key})`,
        sql`not exists (select from ${mailOutbox} where ${mailOutbox.about_id} = ${id}
          and ${mailOutbox.template} = 'registration-confirmed' and ${mailOutbox.created_at} >= ${from})`,
      ),
    )
    .orderBy(asc(id))
    .limit(AT_ONCE);
  return rows.map(({ registration, event }) => ({ ...registration, event }));
}

/** How many reminders are due, counted up to the size of one batch. */
export const countEventReminders = async (db: SystemDb, now: Date): Promise<number> =>
  (await listDue(db, now)).length;

export const remindersJob: Job = {
  name: "registrations.reminders",
  everyMs: 5 * MINUTE,
  run: remindOfEvents,
};
