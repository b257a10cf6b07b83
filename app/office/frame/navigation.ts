import {
  Activity,
  Archive,
  CalendarDays,
  ClipboardList,
  CreditCard,
  Database,
  DoorOpen,
  FileStack,
  FolderOpen,
  Gauge,
  Handshake,
  History,
  Hourglass,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailCheck,
  Megaphone,
  Merge,
  Newspaper,
  PanelsTopLeft,
  ShieldCheck,
  SlidersHorizontal,
  Star,
  Stethoscope,
  Tags,
  Trash2,
  UserRoundX,
  Users,
  UsersRound,
  Wallet,
} from "lucide-react";

export type OfficeLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** After `g`, the key that leads there. */
  shortcut?: string;
};

type Group = {
  title: string;
  links: readonly OfficeLink[];
  /** Closed until it is opened, or holds the screen that is shown. */
  isClosed?: true;
};

/** THE SIDEBAR: every screen that has a line in it, by the moment at which it is needed. */
export const SIDEBAR: readonly Group[] = [
  {
    title: "Aujourd’hui",
    links: [
      { to: "/admin", label: "Tableau de bord", icon: LayoutDashboard, shortcut: "d" },
      { to: "/admin/activity", label: "Activité", icon: Activity },
      { to: "/admin/messages", label: "Messages", icon: Mail, shortcut: "c" },
      { to: "/admin/registrations/door", label: "Entrée", icon: DoorOpen },
    ],
  },
  {
    title: "Publier",
    links: [
      { to: "/admin/news", label: "Actualités", icon: Newspaper, shortcut: "a" },
      { to: "/admin/events", label: "Événements", icon: CalendarDays, shortcut: "e" },
      { to: "/admin/pages", label: "Pages et menu", icon: PanelsTopLeft },
      { to: "/admin/highlights", label: "Mises en avant", icon: Star },
      { to: "/admin/leadership", label: "Direction", icon: UsersRound },
      { to: "/admin/partners", label: "Partenaires", icon: Handshake, shortcut: "p" },
      { to: "/admin/resources", label: "Ressources", icon: FileStack },
      { to: "/admin/files", label: "Fichiers", icon: FolderOpen, shortcut: "f" },
      { to: "/admin/translations", label: "Traductions", icon: Languages },
    ],
  },
  {
    title: "Personnes",
    links: [
      { to: "/admin/members", label: "Membres", icon: Users, shortcut: "m" },
      { to: "/admin/registrations", label: "Inscriptions", icon: ClipboardList, shortcut: "i" },
      { to: "/admin/newsletter", label: "Newsletter", icon: Megaphone },
      { to: "/admin/people/duplicates", label: "Doublons", icon: Merge },
      { to: "/admin/people", label: "Données personnelles", icon: UserRoundX },
    ],
  },
  {
    title: "Argent",
    links: [
      { to: "/admin/payments", label: "Paiements", icon: CreditCard },
      { to: "/admin/payments/till", label: "Caisse", icon: Wallet },
      { to: "/admin/membership-types", label: "Types d’adhésion", icon: Tags },
    ],
  },
  {
    title: "Réglages",
    isClosed: true,
    links: [
      { to: "/admin/pages/settings", label: "Paramètres", icon: SlidersHorizontal },
      { to: "/admin/staff", label: "Comptes", icon: ShieldCheck },
      { to: "/admin/mails", label: "Messages envoyés", icon: MailCheck },
      { to: "/admin/bin", label: "Corbeille", icon: Trash2 },
    ],
  },
  {
    title: "Technique",
    isClosed: true,
    links: [
      { to: "/admin/health", label: "Santé du site", icon: Gauge },
      { to: "/admin/diagnostic", label: "Diagnostic", icon: Stethoscope },
      { to: "/admin/test-database", label: "Base de données", icon: Database },
      { to: "/admin/backups", label: "Sauvegardes", icon: Archive },
      { to: "/admin/retention", label: "Conservation", icon: Hourglass },
      { to: "/admin/audit", label: "Journal", icon: History },
    ],
  },
];

/** Every line of the sidebar. */
export const LINKS = SIDEBAR.flatMap(({ links }) => links);

/** Screens without a line in the sidebar. */
const OTHER_SCREENS = [{ to: "/admin/account", label: "Mon compte" }];

/** Screens below a line of the sidebar that are no record of its list. */
const SUBSCREENS: readonly { to: string; label: string }[] = [
  { to: "/admin/backups/rest", label: "Site en pause" },
  { to: "/admin/backups/restore", label: "Restaurer" },
  { to: "/admin/files/categories", label: "Catégories" },
  { to: "/admin/payments/online", label: "Paiements en ligne" },
  { to: "/admin/payments/announced", label: "Transferts déclarés" },
  { to: "/admin/payments/memberships", label: "Adhésions" },
  { to: "/admin/payments/payouts", label: "Remboursements" },
  { to: "/admin/payments/settings", label: "Réglages" },
  { to: "/admin/payments/tills", label: "Caisses" },
  { to: "/admin/payments/totals", label: "Totaux" },
  { to: "/admin/resources/media-kit", label: "Kit média" },
  { to: "/admin/versions", label: "Versions" },
];

/** The breadcrumb of an address, below the dashboard. */
export const trailTo = (pathname: string): { to: string; label: string }[] =>
  [...LINKS, ...OTHER_SCREENS, ...SUBSCREENS]
    .filter(({ to }) => to !== "/admin" && isIn(pathname, to))
    .sort((a, b) => a.to.length - b.to.length);

const isIn = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** The line of the sidebar that an address belongs to: the nearest at or above it. */
export const lineAt = (pathname: string): OfficeLink | undefined =>
  LINKS.filter(({ to }) => (to === "/admin" ? pathname === to : isIn(pathname, to)))
    .sort((a, b) => b.to.length - a.to.length)
    .at(0);

/** Counting the tasks of a line stops here; more are shown with a +. */
export const TASKS_COUNTED = 99;
export const taskCount = (count: number) =>
  count > TASKS_COUNTED ? `${TASKS_COUNTED}+` : String(count);
