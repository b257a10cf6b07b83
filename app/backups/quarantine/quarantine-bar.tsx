import { Archive } from "lucide-react";
import { Link, useLocation } from "react-router";

const QUARANTINE_SCREEN = "/admin/backups/rest";

/** Above every screen of a site at rest: nothing leaves it, and where that ends. */
export function QuarantineBar() {
  const isThere = useLocation().pathname === QUARANTINE_SCREEN;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b-2 border-ochre bg-amber px-4 py-2 text-ochre md:px-6"
    >
      <span className="flex items-start gap-2 font-semibold">
        <Archive aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        Le site est en pause : il n’envoie ni message, ni rappel, ni remboursement, et ne fait ni
        alerte ni sauvegarde.
      </span>
      {!isThere && (
        <Link to={QUARANTINE_SCREEN} className="link font-semibold text-ochre">
          Préparer la reprise
        </Link>
      )}
    </p>
  );
}
