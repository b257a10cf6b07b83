import { ExternalLink, Menu } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { StaffAccount } from "../../core/staff-context.ts";
import { initials } from "../../kit/initials.ts";
import { IfMay, useMay } from "../../kit/may.tsx";
import { Bell } from "./bell.tsx";
import { trailTo } from "./navigation.ts";
import type { Notification } from "./notifications.staff.server.ts";

type Props = {
  staff: StaffAccount;
  /** Null when they could not be read. */
  notifications: Notification[] | null;
  menuOpen: boolean;
  openMenu: () => void;
};

/** The head of every office screen: breadcrumb, link to the site, notifications, link to one's account. */
export function TopBar({ staff, notifications, menuOpen, openMenu }: Props) {
  return (
    <header className="top-bar">
      <button
        type="button"
        onClick={openMenu}
        aria-expanded={menuOpen}
        aria-label="Ouvrir le menu"
        className="icon-button lg:hidden"
      >
        <Menu aria-hidden="true" size={22} />
      </button>
      <Breadcrumb />
      <div className="ml-auto flex items-center gap-1">
        <a href="/" className="icon-button" aria-label="Voir le site" title="Voir le site">
          <ExternalLink aria-hidden="true" size={19} />
        </a>
        <IfMay to="/admin/activity">
          <Bell notifications={notifications} />
        </IfMay>
        <Link to="/admin/account" className="top-account">
          <span aria-hidden="true" className="avatar">
            {initials(staff.name)}
          </span>
          <span className="max-w-[180px] truncate text-sm font-semibold max-md:sr-only">
            <span className="sr-only">Mon compte : </span>
            {staff.name}
          </span>
        </Link>
      </div>
    </header>
  );
}

function Breadcrumb() {
  const { pathname } = useLocation();
  const may = useMay();
  const trail = trailTo(pathname).filter(({ to }) => may(to));
  return (
    <nav aria-label="Fil d’Ariane" className="min-w-0">
      <ol className="flex items-center gap-2 text-sm text-muted">
        <li className={trail.length > 0 ? "hidden sm:block" : ""}>
          <Link to="/admin" className="hover:underline">
            Tableau de bord
          </Link>
        </li>
        {trail.map(({ to, label }, place) => {
          const isLast = place === trail.length - 1;
          return (
            <li
              key={to}
              className={`min-w-0 items-center gap-2 ${isLast ? "flex" : "hidden sm:flex"}`}
            >
              <span aria-hidden="true" className="hidden sm:inline">
                /
              </span>
              <Link
                to={to}
                className={`truncate hover:underline ${isLast ? "font-semibold text-ink" : ""}`}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
