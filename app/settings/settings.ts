export type SiteLogo = {
  main_logo: string;
  alt_text: string;
  width: number;
  height: number;
  link: string;
};

export type NavigationItem = {
  label: string;
  label_en?: string;
  path: string;
  order: number;
  submenu?: { label: string; label_en?: string; path: string }[];
};

export type MainNavigation = { brand_text: string; items: NavigationItem[] };

export type ContactInfo = {
  address: string;
  address_en?: string;
  postal_code: string;
  email: string;
  phone: string;
  social_media: Partial<Record<"facebook" | "twitter" | "instagram" | "youtube", string>>;
};

export type FederationIdentity = {
  name: string;
  name_en: string;
  short_name: string;
  /** Prefix of exported files. */
  export_prefix: string;
};

/** The public site settings, by key. */
export type SiteSettings = {
  federation: FederationIdentity;
  site_logo: SiteLogo;
  main_navigation: MainNavigation;
  contact_info: ContactInfo;
};

/** Used for each setting that is absent or cannot be read. */
export const DEFAULT_SETTINGS: SiteSettings = {
  federation: {
    name: "Fédération Guinéenne d'Esport",
    name_en: "Guinean Esports Federation",
    short_name: "FGE",
    export_prefix: "fge",
  },
  site_logo: { main_logo: "/pictures/logo.svg", alt_text: "FGE", width: 48, height: 48, link: "/" },
  main_navigation: {
    brand_text: "FGE",
    items: [
      { label: "Accueil", label_en: "Home", path: "/", order: 1 },
      { label: "À propos", label_en: "About", path: "/about", order: 2 },
      { label: "Actualités", label_en: "News", path: "/news", order: 3 },
      {
        label: "Adhésion",
        label_en: "Membership",
        path: "/membership",
        order: 4,
        submenu: [
          { label: "Devenir membre", label_en: "Become a member", path: "/membership" },
          { label: "Communauté", label_en: "Community", path: "/membership/community" },
        ],
      },
      { label: "Ressources", label_en: "Resources", path: "/resources", order: 5 },
      { label: "Partenaires", label_en: "Partners", path: "/partners", order: 6 },
      { label: "Contact", label_en: "Contact", path: "/contact", order: 7 },
    ],
  },
  contact_info: {
    address: "Stade du 28 Septembre, Commune de Dixinn, Conakry, République de Guinée",
    address_en: "Stade du 28 Septembre, Dixinn, Conakry, Republic of Guinea",
    postal_code: "BP 1234 Conakry",
    email: "contact@fge.example",
    phone: "+224 620 00 00 00",
    social_media: {},
  },
};
