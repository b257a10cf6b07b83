import { currentTime } from "../../core/process/clock.ts";
import { DAY, HOUR, MINUTE } from "../../core/values/durations.ts";
/** Something new that staff may want to look at. Derived from the tables, never stored. */
export type Notification = {
  id: string;
  type: "member" | "message" | "event" | "partner" | "keys" | "account";
  title: string;
  message: string;
  time: Date;
  /** Marked in the list: nobody opened it yet. */
  read: boolean;
  /** Counted on the bell: it came since the bell was last looked at. */
  fresh: boolean;
  /** Where it leads. */
  to: string;
};

/** How long something counts as new. */
export const WINDOW_DAYS = 7;
export const MAX_MEMBERS = 5;
export const MAX_MESSAGES = 5;
export const MAX_EVENTS = 3;
export const MAX_NOTIFICATIONS = 10;

/** Beyond nine the badge says '9+'. */
export const badge = (unread: number) => (unread > 9 ? "9+" : String(unread));

const date = new Intl.DateTimeFormat("fr", { dateStyle: "long", timeZone: "Africa/Conakry" });

/** How long ago, in the words of the back office; from seven days on, the date. */
export function relativeTime(time: Date, now = currentTime()): string {
  const age = now.getTime() - time.getTime();
  if (age < MINUTE) return "maintenant";
  if (age < HOUR) return `il y a ${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `il y a ${Math.floor(age / HOUR)} h`;
  if (age < WINDOW_DAYS * DAY) return `il y a ${Math.floor(age / DAY)} j`;
  return date.format(time);
}
