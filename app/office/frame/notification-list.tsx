import { CalendarDays, Handshake, KeyRound, Mail, ShieldCheck, UserPlus } from "lucide-react";
import { Link } from "react-router";
import { currentTime } from "../../core/process/clock.ts";
import { DAY, HOUR, MINUTE } from "../../core/values/durations.ts";
import type { Notification } from "./notifications.staff.server.ts";

const ICONS = {
  member: UserPlus,
  message: Mail,
  event: CalendarDays,
  partner: Handshake,
  keys: KeyRound,
  account: ShieldCheck,
};

type ListProps = { notifications: Notification[] | null; close?: () => void };

/** The entries themselves, or why there are none. */
export function NotificationList({ notifications, close }: ListProps) {
  if (!notifications) {
    return (
      <p role="alert" className="p-4 text-sm">
        Impossible de charger les notifications
      </p>
    );
  }
  if (notifications.length === 0) {
    return <p className="p-6 text-center text-sm text-muted">Aucune notification</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {notifications.map((entry) => (
        <li key={entry.id}>
          <NotificationLink entry={entry} close={close} />
        </li>
      ))}
    </ul>
  );
}

function NotificationLink({ entry, close }: { entry: Notification; close?: () => void }) {
  const Icon = ICONS[entry.type];
  return (
    <Link
      to={entry.to}
      onClick={close}
      className={`relative flex gap-3 px-4 py-3 hover:bg-sand ${entry.read ? "" : "bg-mint/50"}`}
    >
      <Icon aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-leaf" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">{entry.title}</span>
        {!entry.read && <span className="sr-only">Non lu</span>}
        <span className="block truncate text-sm text-muted">{entry.message}</span>
        {/* The browser's clock is a moment later than the server's. */}
        <time
          dateTime={entry.time.toISOString()}
          suppressHydrationWarning
          className="block text-xs text-muted"
        >
          {relativeTime(entry.time)}
        </time>
      </span>
    </Link>
  );
}

const date = new Intl.DateTimeFormat("fr", { dateStyle: "long", timeZone: "Africa/Conakry" });

/** How long ago, in the words of the back office; from seven days on, the date. */
function relativeTime(time: Date, now = currentTime()): string {
  const age = now.getTime() - time.getTime();
  if (age < MINUTE) return "maintenant";
  if (age < HOUR) return `il y a ${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `il y a ${Math.floor(age / HOUR)} h`;
  if (age < 7 * DAY) return `il y a ${Math.floor(age / DAY)} j`;
  return date.format(time);
}
