import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Outlet,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "react-router";
import { guard } from "../../auth/sessions/guard.server.ts";
import { useDocument } from "../../site/document.ts";
import type { Route } from "./+types/admin.layout.ts";
import "./admin.css";
import { mayDo } from "../../core/values/permissions.ts";
import { deleteDraftsOfOthers } from "../../kit/drafts/delete-local-drafts.ts";
import { type May, MayContext } from "../../kit/may.tsx";
import { keepScreen } from "../../kit/missing-answer.ts";
import { type Toast, takeToast } from "../../kit/toast.ts";
import { ToastProvider } from "../../kit/toasts.tsx";
import { type FrameData, permit, readFrame } from "./frame.server.ts";
import { OfflineLinks } from "./offline-links.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** Loaded when somebody is refused. */
const Refused = lazy(async () => ({ default: (await import("./refused.tsx")).AccessRefused }));
/** Loaded while the site is in quarantine. */
const QuarantineBar = lazy(async () => ({
  default: (await import("../../backups/quarantine/quarantine-bar.tsx")).QuarantineBar,
}));

export const handle = { hydrate: true, office: true };

export const middleware: Route.MiddlewareFunction[] = [guard, permit];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepScreen];

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = await readFrame(request, context);
  const { toast, line } = takeToast(request);
  return data({ ...frame, toast }, { headers: line ? { "set-cookie": line } : undefined });
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

/** The frame of the back office: sidebar, top bar, the screen, messages at the top right. */
type FrameProps = FrameData & { toast?: Toast | undefined; children: ReactNode };

function Frame({ children, toast, ...frame }: FrameProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const { nonce } = useDocument();
  const { staff, rights, notifications, waiting, logo, collapsed, atRest } = frame;
  useEffect(() => deleteDraftsOfOthers(staff.id), [staff.id]);
  const may: May = (address, change) => mayDo(rights, address, change);
  return (
    <MayContext value={may}>
      <ToastProvider initial={toast}>
        <meta name="robots" content="noindex, nofollow" />
        <a className="skip" href="#main">
          Aller au contenu
        </a>
        <div className="flex min-h-screen">
          <Sidebar
            logo={logo}
            collapsed={collapsed}
            waiting={waiting}
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
            {atRest && (
              <Suspense>
                <QuarantineBar />
              </Suspense>
            )}
            <main id="main" tabIndex={-1} className="office-main">
              {children}
            </main>
          </div>
        </div>
        <Shortcuts />
        <OfflineLinks />
        <ScrollRestoration nonce={nonce} />
      </ToastProvider>
    </MayContext>
  );
}

/** What `permit` threw with a refusal: the data of the frame, and who may. */
const refusal = (failure: unknown) => Object(failure) as { refused?: FrameData; words?: string };

/** The session could not be read, the account may not open the screen, or the frame failed. */
export function ErrorBoundary() {
  const failure = useRouteError();
  const { pathname } = useLocation();
  const { refused: frame, words = "" } = isRouteErrorResponse(failure) ? refusal(failure.data) : {};
  if (frame) {
    return (
      <Frame {...frame}>
        <Suspense>
          <Refused rights={frame.rights} words={words} />
        </Suspense>
      </Frame>
    );
  }
  const closed = isRouteErrorResponse(failure) && failure.status === 503;
  return (
    <main id="main" className="mx-auto grid max-w-[640px] gap-4 p-6 pt-20">
      <title>Une erreur est survenue</title>
      <h1 className="text-2xl">Une erreur est survenue</h1>
      <p>
        {closed
          ? "La base de données ne répond pas comme il faut : l’administration ne peut pas savoir qui vous êtes. Elle s’ouvrira de nouveau dès que la base répond."
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
