import { Bell as BellIcon } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import type { Notification } from "./notifications.staff.server.ts";

/** Loaded when somebody opens the bell. */
const NotificationList = lazy(async () => ({
  default: (await import("./notification-list.tsx")).NotificationList,
}));

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
            <Suspense>
              <NotificationList notifications={notifications} close={close} />
            </Suspense>
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

/** Beyond nine the badge says '9+'. */
const badge = (unread: number) => (unread > 9 ? "9+" : String(unread));
