import { Moon } from "lucide-react";
import { Link, useLocation } from "react-router";

export const REST_SCREEN = "/admin/backups/rest";

/** Above every screen of a site at rest: nothing leaves it, and where that ends. */
export function RestBar() {
  const isThere = useLocation().pathname === REST_SCREEN;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b-2 border-ochre bg-amber px-4 py-2 text-ochre md:px-6"
    >
      <Moon aria-hidden="true" size={18} className="shrink-0" />
      <span className="font-semibold">
        Le site est au repos : rien n’en part, ni message, ni rappel, ni remboursement.
      </span>
      {!isThere && (
        <Link to={REST_SCREEN} className="link font-semibold text-ochre">
          Préparer la reprise
        </Link>
      )}
    </p>
  );
}
