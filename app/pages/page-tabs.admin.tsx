import { NavLink } from "react-router";
import { useMay } from "../kit/may.tsx";

const TABS = [
  { to: "/admin/pages", label: "Pages", end: true },
  { to: "/admin/pages/settings", label: "Paramètres", end: false },
  { to: "/admin/pages/legal", label: "Textes légaux", end: false },
];

/** The tabs of the screen: the pages, the menu and other settings, the legal texts. */
export function PageTabs() {
  const may = useMay();
  return (
    <nav aria-label="Pages et menu" className="mb-5 flex gap-1 border-b border-line">
      {TABS.filter(({ to }) => may(to)).map(({ to, label, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end}
          className="border-b-3 border-transparent px-4 py-2.5 font-semibold text-muted hover:text-ink aria-[current=page]:border-green aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
