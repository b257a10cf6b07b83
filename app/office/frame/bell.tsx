import {
  Bell as BellIcon,
  CalendarDays,
  Handshake,
  KeyRound,
  Mail,
  ShieldCheck,
  UserPlus,
} from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useFetcher, useNavigate } from "react-router";
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

/** The notifications in a dropdown, with a badge for the new ones. Null: they could not be read. */
export function Bell({ notifications }: { notifications: Notification[] | null }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher();
  const navigate = useNavigate();
  const fresh = notifications?.filter((one) => one.fresh).length ?? 0;
  // Closing the list removes the badge; the entries keep their mark until then.
  const unread = fetcher.state === "idle" ? fresh : 0;
  const close = () => {
    setOpen(false);
    if (unread > 0) fetcher.submit(null, { method: "post", action: "/admin/activity" });
  };
  const leave = useEffectEvent(close);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) leave();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      leave();
      box.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, [open]);

  const toggle = () => (open ? close() : setOpen(true));
  const seeAll = () => {
    close();
    navigate("/admin/activity");
  };
  return (
    <div ref={box} className="relative">
      <button
        type="button"
        onClick={toggle}
        aria-expanded={open}
        aria-label={
          unread > 0
            ? `Notifications, ${badge(unread)} non ${unread > 1 ? "lues" : "lue"}`
            : "Notifications"
        }
        className="icon-button flex w-auto min-w-9 items-center justify-center gap-1 px-2"
      >
        <BellIcon aria-hidden="true" size={20} />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="min-w-[19px] rounded-full bg-red px-1 text-center text-[11px] leading-[19px] font-bold text-white"
          >
            {badge(unread)}
          </span>
        )}
      </button>
      {open && (
        <section
          aria-label="Notifications"
          className="panel fixed inset-x-3 top-14 z-30 overflow-hidden shadow-card sm:absolute sm:inset-x-auto sm:top-11 sm:right-0 sm:w-[360px]"
        >
          <h2 className="border-b border-line px-4 py-3 text-base">Notifications</h2>
          <div className="relative max-h-[60vh] overflow-y-auto">
            <NotificationList notifications={notifications} close={close} />
          </div>
          <button
            type="button"
            onClick={seeAll}
            className="w-full border-t border-line p-3 text-sm font-semibold text-leaf hover:bg-sand"
          >
            Voir tout
          </button>
        </section>
      )}
    </div>
  );
}

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

/** Beyond nine the badge says '9+'. */
const badge = (unread: number) => (unread > 9 ? "9+" : String(unread));

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
