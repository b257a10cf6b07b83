import { useEffect, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Outlet,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "react-router";
import { guard } from "../auth/guard.server.ts";
import { asStaff } from "../core/database/doors.server.ts";
import { isAtRest } from "../core/database/rest.server.ts";
import { log, reasonOf } from "../core/log.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { useDocument } from "../site/document.ts";
import { findMark } from "../site/site-icons.server.ts";
import type { Route } from "./+types/admin.layout.ts";
import "./admin.css";
import { forgetDraftsOfOthers } from "../kit/drafts/forget-drafts.ts";
import { clearToast, readToast } from "../kit/toast.ts";
import { ToastProvider } from "../kit/toasts.tsx";
import { keepScreen } from "../kit/unanswered.ts";
import { mailLeaves } from "../mail/mail.server.ts";
import { readNotifications } from "./notifications.staff.server.ts";
import { isCollapsed, lastSeen } from "./office-cookies.ts";
import { RestBar } from "./rest-bar.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { readTasks } from "./tasks.staff.server.ts";
import { TopBar } from "./top-bar.tsx";

export const handle = { hydrate: true, office: true };

export const middleware: Route.MiddlewareFunction[] = [guard];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepScreen];

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  const cookie = request.headers.get("cookie");
  const toast = readToast(cookie);
  const seenAt = lastSeen(cookie);
  const news = await asStaff(staff, async (db) => ({
    notifications: await readNotifications(db, seenAt),
    tasks: await readTasks(db),
  })).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "notifications not read");
    return { notifications: null, tasks: null };
  });
  const logo = await findMark();
  return data(
    {
      staff,
      ...news,
      toast,
      logo,
      collapsed: isCollapsed(cookie),
      atRest: isAtRest(),
      mailLeaves: mailLeaves(),
    },
    { headers: toast ? { "set-cookie": clearToast() } : undefined },
  );
}

/** The frame of the back office: sidebar, top bar, the screen, messages at the top right. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const { nonce } = useDocument();
  const { staff, notifications, tasks, toast, logo, collapsed, atRest } = loaderData;
  useEffect(() => forgetDraftsOfOthers(staff.id), [staff.id]);
  return (
    <ToastProvider initial={toast}>
      <meta name="robots" content="noindex, nofollow" />
      <a className="skip" href="#main">
        Aller au contenu
      </a>
      <div className="flex min-h-screen">
        <Sidebar
          logo={logo}
          collapsed={collapsed}
          tasks={tasks ?? {}}
          open={menuOpen}
          close={() => setMenuOpen(false)}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            staff={staff}
            notifications={notifications}
            menuOpen={menuOpen}
            openMenu={() => setMenuOpen(true)}
          />
          {atRest && <RestBar />}
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[1360px] flex-1 p-4 outline-none md:p-6"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <Shortcuts />
      <ScrollRestoration nonce={nonce} />
    </ToastProvider>
  );
}

/** Nobody can be recognised, or the frame itself broke. */
export function ErrorBoundary() {
  const failure = useRouteError();
  const { pathname } = useLocation();
  const closed = isRouteErrorResponse(failure) && failure.status === 503;
  return (
    <main id="main" className="mx-auto grid max-w-[640px] gap-4 p-6 pt-20">
      <title>Une erreur est survenue</title>
      <h1 className="text-2xl">Une erreur est survenue</h1>
      <p>
        {closed
          ? "La base de données ne répond pas : l’administration ne peut pas savoir qui vous êtes. Elle s’ouvrira de nouveau dès que la base répond."
          : "Rien de ce qui était enregistré n’est perdu. Réessayez dans un instant."}
      </p>
      <p className="flex flex-wrap gap-3">
        <a className="button" href={pathname}>
          Actualiser
        </a>
        <a className="button quiet" href="/">
          Retour au site
        </a>
      </p>
    </main>
  );
}
