import { data } from "react-router";
import { currentTime } from "../core/clock.ts";
import { asStaff } from "../core/database/doors.server.ts";
import { rightsContext, staffContext } from "../core/staff-context.ts";
import { OfficeHead } from "../kit/page-head.tsx";
import type { Route } from "./+types/activity.admin.ts";
import { NotificationList } from "./bell.tsx";
import { readActivity } from "./notifications.staff.server.ts";
import { lastSeen } from "./office-cookies.ts";
import { mayDo } from "./permissions.ts";
import { seenCookie } from "./seen-cookie.server.ts";

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
