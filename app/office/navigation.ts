import {
  Activity,
  CalendarDays,
  ClipboardList,
  CreditCard,
  Database,
  FileStack,
  FolderOpen,
  Handshake,
  History,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Megaphone,
  Newspaper,
  PanelsTopLeft,
  ShieldCheck,
  Star,
  Stethoscope,
  Tags,
  Trash2,
  Users,
  UsersRound,
} from "lucide-react";

export type OfficeLink = { to: string; label: string; icon: LucideIcon };

/** THE SIDEBAR. One line per screen, in groups. */
export const SIDEBAR: readonly { title: string; links: readonly OfficeLink[] }[] = [
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
      { to: "/admin/pages", label: "Pages et menu", icon: PanelsTopLeft },
      { to: "/admin/news", label: "Actualités", icon: Newspaper },
      { to: "/admin/events", label: "Événements", icon: CalendarDays },
      { to: "/admin/files", label: "Fichiers", icon: FolderOpen },
      { to: "/admin/resources", label: "Ressources", icon: FileStack },
    ],
  },
  {
    title: "Communauté",
    links: [
      { to: "/admin/members", label: "Membres", icon: Users },
      { to: "/admin/membership-types", label: "Types d’adhésion", icon: Tags },
      { to: "/admin/registrations", label: "Inscriptions", icon: ClipboardList },
      { to: "/admin/payments", label: "Paiements", icon: CreditCard },
      { to: "/admin/highlights", label: "Mises en avant", icon: Star },
      { to: "/admin/leadership", label: "Direction", icon: UsersRound },
      { to: "/admin/partners", label: "Partenaires", icon: Handshake },
    ],
  },
  {
    title: "Échanges",
    links: [
      { to: "/admin/messages", label: "Messages", icon: Mail },
      { to: "/admin/newsletter", label: "Newsletter", icon: Megaphone },
    ],
  },
  {
    title: "Système",
    links: [
      { to: "/admin/staff", label: "Comptes", icon: ShieldCheck },
      { to: "/admin/audit", label: "Journal", icon: History },
      { to: "/admin/bin", label: "Corbeille", icon: Trash2 },
      { to: "/admin/diagnostic", label: "Diagnostic", icon: Stethoscope },
      { to: "/admin/test-database", label: "Base de données", icon: Database },
    ],
  },
];
