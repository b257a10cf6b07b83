import { HOUR } from "../../core/values/durations.ts";
import { eventStart, type FederationEvent } from "../../events/events.ts";

/** From this hour of the day before, in Conakry, people are reminded of an event. */
export const REMINDED_FROM_HOUR = 9;
/** Nobody's telephone rings at night for it. */
const DAY_BEGINS = 7;
const DAY_ENDS = 21;

type Begins = Pick<FederationEvent, "date" | "time">;

/** The moment from which people are reminded of an event; what was missed before its beginning is not made up for. */
export const remindedFrom = ({ date }: Begins): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) - (24 - REMINDED_FROM_HOUR) * HOUR);

/** When a reminder that is due leaves: now, or in the morning, unless that is too late to be of use. */
export function leavesAt(event: Begins, now: Date): Date {
  const hour = now.getUTCHours();
  if (hour >= DAY_BEGINS && hour < DAY_ENDS) return now;
  const morning = new Date(now);
  morning.setUTCHours(hour < DAY_BEGINS ? DAY_BEGINS : DAY_BEGINS + 24, 0, 0, 0);
  return morning.getTime() + HOUR < eventStart(event).getTime() ? morning : now;
}

/** One reminder of each registration for each beginning of its event. */
export const reminderKey = (id: string, { date, time }: Begins): string =>
  `event-reminder:${id}:${date} ${time ?? "-"}`;
