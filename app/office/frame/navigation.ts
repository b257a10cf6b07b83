import {
  Activity,
  Archive,
  CircleUserRound,
  Database,
  DoorOpen,
  Gauge,
  History,
  Hourglass,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  MailCheck,
  Stethoscope,
  Trash2,
} from "lucide-react";
import type { Notion } from "../../kit/notion.ts";
import { labelOf, NOTIONS } from "./notions.ts";

export type OfficeLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Hidden for an account that may open this address. */
  unless?: string;
};

/** The screens of the notions of one group, as the register lists them. */
const linksOf = (group: Notion["group"]): OfficeLink[] =>
  NOTIONS.filter((notion) => notion.group === group).map((notion) => ({
    to: notion.address,
    label: labelOf(notion),
    icon: notion.icon,
  }));

/** The entrance of an event: below the registrations, which not every account may open. */
const DOOR = "/admin/registrations/door";

type Group = {
  title: string;
  links: readonly OfficeLink[];
  /** Closed until it is opened, or holds the screen that is shown. */
  isClosed?: true;
};

/** THE SIDEBAR: the notions by their groups, between the screens of the office itself. */
export const SIDEBAR: readonly Group[] = [
  {
    title: "Accueil",
    links: [
      { to: "/admin", label: "Tableau de bord", icon: LayoutDashboard },
      { to: "/admin/activity", label: "Activité", icon: Activity },
    ],
  },
  {
    title: "Contenu",
    links: [
      ...linksOf("content"),
      { to: "/admin/translations", label: "Traductions", icon: Languages },
    ],
  },
  {
    title: "Communauté",
    links: [
      ...linksOf("community"),
      { to: DOOR, label: "Entrée", icon: DoorOpen, unless: "/admin/registrations" },
    ],
  },
  { title: "Échanges", links: linksOf("exchanges") },
  {
    title: "Système",
    links: [
      ...linksOf("system"),
      { to: "/admin/mails", label: "Messages envoyés", icon: MailCheck },
      { to: "/admin/bin", label: "Corbeille", icon: Trash2 },
    ],
  },
  {
    title: "Technique",
    isClosed: true,
    links: [
      { to: "/admin/audit", label: "Journal", icon: History },
      { to: "/admin/backups", label: "Sauvegardes", icon: Archive },
      { to: "/admin/retention", label: "Conservation", icon: Hourglass },
      { to: "/admin/health", label: "Santé du site", icon: Gauge },
      { to: "/admin/diagnostic", label: "Diagnostic", icon: Stethoscope },
      { to: "/admin/test-database", label: "Base de données", icon: Database },
    ],
  },
];

/** Screens without a line in the sidebar. */
const OTHER_SCREENS: readonly OfficeLink[] = [
  { to: "/admin/account", label: "Mon compte", icon: CircleUserRound },
];

/** Screens below a line of the sidebar that are no record of its list. */
const SUBSCREENS: readonly { to: string; label: string }[] = [
  { to: "/admin/backups/rest", label: "Site au repos" },
  { to: "/admin/backups/restore", label: "Restaurer" },
  { to: "/admin/files/categories", label: "Catégories" },
  { to: "/admin/pages/settings", label: "Paramètres" },
  { to: "/admin/payments/online", label: "Paiements en ligne" },
  { to: "/admin/payments/announced", label: "Transferts déclarés" },
  { to: "/admin/payments/totals", label: "Totaux" },
  { to: DOOR, label: "Entrée" },
  { to: "/admin/resources/media-kit", label: "Kit média" },
];

/** The breadcrumb of an address, below the dashboard. */
export const trailTo = (pathname: string): { to: string; label: string }[] =>
  [linkAt(pathname), SUBSCREENS.find(({ to }) => isIn(pathname, to))].filter(
    (link) => link !== undefined,
  );

const isIn = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** The line of the sidebar, or the other screen, that an address belongs to. */
export const linkAt = (pathname: string): OfficeLink | undefined =>
  [...SIDEBAR.flatMap(({ links }) => links), ...OTHER_SCREENS].find(
    ({ to }) => to !== "/admin" && isIn(pathname, to),
  );
