import { data } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { mayDo } from "../../core/values/permissions.ts";
import { OfficeHead } from "../../kit/office-head.tsx";
import { seenCookie } from "../frame/frame.server.ts";
import { NotificationList } from "../frame/notification-list.tsx";
import { readActivity } from "../frame/notifications.staff.server.ts";
import { lastSeen } from "../frame/office-cookies.ts";
import type { Route } from "./+types/activity.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement de l’activité" };

export function loader({ context, request }: Route.LoaderArgs) {
  const seenAt = lastSeen(request.headers.get("cookie"));
  const rights = context.get(rightsContext);
  return asStaff(context.get(staffContext), (db) =>
    readActivity(db, seenAt, (address) => mayDo(rights, address)),
  );
}

/** Whoever opened the notifications has seen them. */
export function action() {
  return data(null, { headers: { "set-cookie": seenCookie(currentTime()) } });
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Activité" lead="Membres, messages, événements et partenaires récents." />
      <div className="panel max-w-[760px] overflow-hidden">
        <NotificationList notifications={loaderData} />
      </div>
    </>
  );
}
