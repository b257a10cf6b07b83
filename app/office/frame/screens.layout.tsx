import { CloudOff } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useMatches,
  useRevalidator,
  useRouteError,
} from "react-router";
import { questionIn } from "../../auth/second-factor/confirmation.ts";
import type { RouteHandle } from "../../core/http/request-info.ts";
import { IfMay } from "../../kit/may.tsx";
import { useToast } from "../../kit/toasts.tsx";

/** Loaded when the password is asked for again. */
const ConfirmationScreen = lazy(async () => ({
  default: (await import("../../auth/second-factor/confirmation-form.tsx")).ConfirmationScreen,
}));

/** Loaded when somebody is refused. */
const NotTheirs = lazy(async () => ({ default: (await import("./refused.tsx")).NotAtThisDoor }));

/** Loaded where there is nothing. */
const Nowhere = lazy(async () => ({ default: (await import("./refused.tsx")).Nowhere }));

/** Between the frame and its screens, so that the frame stays when a screen fails. */
export default function Screens() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const failure = useRouteError();
  if (!isRouteErrorResponse(failure)) return <Unread />;
  const question = questionIn(failure.data);
  if (question) {
    return (
      <Suspense>
        <ConfirmationScreen {...question} />
      </Suspense>
    );
  }
  if (failure.status === 403) {
    return (
      <Suspense>
        <NotTheirs />
      </Suspense>
    );
  }
  if (failure.status === 404) {
    return (
      <Suspense>
        <Nowhere />
      </Suspense>
    );
  }
  return <Unread />;
}

/** A screen whose loader failed: its own message, and a button to try again. */
function Unread() {
  const show = useToast();
  const { revalidate, state } = useRevalidator();
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  const text =
    handles.findLast((handle) => handle?.loadFailure)?.loadFailure ?? "Erreur inattendue";
  useEffect(() => show({ kind: "error", text }), [show, text]);
  return (
    <div className="panel grid justify-items-center gap-3 px-4 py-14 text-center">
      <title>{`${text} · Administration`}</title>
      <CloudOff aria-hidden="true" size={40} strokeWidth={1.4} className="text-red" />
      <h1 className="text-xl">{text}</h1>
      <p className="max-w-[60ch] text-muted">
        Rien de ce qui était enregistré n’est perdu. Si cela dure, le diagnostic dit ce qui ne
        répond pas.
      </p>
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        <button type="button" disabled={state !== "idle"} onClick={revalidate} className="button">
          {state === "idle" ? "Réessayer" : "Nouvel essai…"}
        </button>
        <IfMay to="/admin/diagnostic">
          <Link to="/admin/diagnostic" className="button quiet">
            Ouvrir le diagnostic
          </Link>
        </IfMay>
      </p>
    </div>
  );
}
