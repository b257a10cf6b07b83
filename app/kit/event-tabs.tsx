import type { ReactNode } from "react";
import { Link } from "react-router";
import { IfMay } from "./may.tsx";

const TABS = [
  { at: "event", label: "Fiche", list: "/admin/events", to: (id: string) => `/admin/events/${id}` },
  {
    at: "registrations",
    label: "Inscriptions",
    list: "/admin/registrations",
    to: (id: string) => `/admin/registrations?event=${id}`,
  },
  {
    at: "payments",
    label: "Recettes",
    list: "/admin/payments",
    to: (id: string) => `/admin/payments?event=${id}`,
  },
  {
    at: "door",
    label: "Entrée",
    list: "/admin/registrations/door",
    to: (id: string) => `/admin/registrations/door?event=${id}`,
  },
] as const;

type TabsProps = {
  event: string;
  /** The screen that is shown. */
  at: (typeof TABS)[number]["at"];
};

/** The screens about one event, of those that the account may open. */
export const EventTabs = ({ event, at }: TabsProps) =>
  TABS.map((tab) => (
    <IfMay key={tab.at} to={tab.list}>
      <Link to={tab.to(event)} aria-current={tab.at === at ? "page" : undefined}>
        {tab.label}
      </Link>
    </IfMay>
  ));

/** Above a list that shows one event: the way to the other screens about it. */
export const EventNav = ({ children, ...tabs }: TabsProps & { children?: ReactNode }) => (
  <div className="mb-4">
    {children && <h2 className="mb-2 text-lg wrap-anywhere">{children}</h2>}
    <nav aria-label="Cet événement" className="form-steps">
      <EventTabs {...tabs} />
    </nav>
  </div>
);
