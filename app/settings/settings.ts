import type { PriceCurrency } from "../i18n/format.ts";
import type { AboutTexts, CustomTexts, MapPoint } from "./custom-texts.ts";
import type { Opening } from "./opening-hours.ts";

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

/** The networks that the footer links to, in its order. */
export const NETWORKS = {
  facebook: "Facebook",
  twitter: "X",
  instagram: "Instagram",
  youtube: "YouTube",
};

export type ContactInfo = {
  address: string;
  address_en?: string;
  postal_code: string;
  email: string;
  phone: string;
  social_media: Partial<Record<keyof typeof NETWORKS, string>>;
};

export type FederationIdentity = {
  name: string;
  name_en: string;
  short_name: string;
  /** Prefix of exported files. */
  export_prefix: string;
};

/** Whoever is younger on the day that counts is a minor, and needs a guardian. */
export type Minors = { age: number };

/** When players may ask to move from club to club: days of every year, 'MM-DD', both or none; at any time without them. */
export type ClubMoves = { from?: string; to?: string };

/** Where and when the federation takes money by hand, and how long a place waits for it. */
export type Desk = Opening & {
  /** Absent: the address of the contact details. */
  address?: string;
  address_en?: string;
  hold_hours: number;
  /** The rounding of the exchange rate that is forgiven at the desk, in percent of what is due. */
  rate_tolerance: number;
  orange_money?: string;
  mtn_momo?: string;
  /** The name that whoever sends money reads before they agree. */
  account_name?: string;
};
/**
 * The one rate that staff set, GNF for 1 EUR, as a decimal, with where it comes from and its day, yyyy-mm-dd:
 * all three, or none of them.
 */
export type ExchangeRate = { gnf?: string; source?: string; date?: string };

/** From which amount PayPal is offered, in cents of a euro. */
export type PayPalRules = { minimum: number };

/** What a new event begins with. */
type EventDefaults = { currency: PriceCurrency };

/** What 1 MB costs whoever reads on a telephone, in GNF, for the words beside a text that is written. */
type MobileData = { price: number };

type RefundLimits = { limit_GNF: number; limit_XOF: number };
/**
 * Up to which sum whoever asks for a refund may approve it, in each currency of prices; and the limits that were in
 * force before, each until a moment, since a raised one counts after a day.
 */
export type RefundRules = RefundLimits & { former?: (RefundLimits & { until: string })[] };

/** The public site settings, by key. */
export type SiteSettings = {
  federation: FederationIdentity;
  site_logo: SiteLogo;
  main_navigation: MainNavigation;
  contact_info: ContactInfo;
  minors: Minors;
  club_moves: ClubMoves;
  desk: Desk;
  events: EventDefaults;
  exchange_rate: ExchangeRate;
  refunds: RefundRules;
  paypal: PayPalRules;
  mobile_data: MobileData;
  about: AboutTexts;
  partner_texts: CustomTexts;
  map_point: MapPoint;
};

/** Settings that say what money goes where. */
const MONEY_SETTINGS = ["desk", "exchange_rate", "paypal", "refunds"] as const;
export type MoneySetting = (typeof MONEY_SETTINGS)[number];

/** Whether a value of the settings is one of money. */
export const isMoneySetting = (key: unknown): key is MoneySetting =>
  MONEY_SETTINGS.some((one) => one === key);

/** Those of them that the treasury changes; how much one person gives back is for administrators. */
export const TREASURY_SETTINGS = [
  "desk",
  "exchange_rate",
  "paypal",
] as const satisfies readonly MoneySetting[];

/** The settings that hold words and pictures. Numbers, and what says where money goes, have the log alone. */
export const VERSIONED_SETTINGS: readonly string[] = [
  "about",
  "contact_info",
  "federation",
  "main_navigation",
  "map_point",
  "partner_texts",
  "site_logo",
];

/** The logo that comes with the product. */
export const DEFAULT_LOGO = "/pictures/logo.svg";

/** Used for each setting that is absent or cannot be read. */
export const DEFAULT_SETTINGS: SiteSettings = {
  federation: {
    name: "Fédération Guinéenne d'Esport",
    name_en: "Guinean Esports Federation",
    short_name: "FGE",
    export_prefix: "fge",
  },
  site_logo: { main_logo: DEFAULT_LOGO, alt_text: "FGE", width: 48, height: 48, link: "/" },
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
  minors: { age: 18 },
  club_moves: {},
  events: { currency: "XOF" },
  exchange_rate: {},
  refunds: { limit_GNF: 1_500_000, limit_XOF: 100_000 },
  // PayPal keeps 0.35 EUR of each payment and about 3 %: below 3 EUR that is more than a seventh.
  paypal: { minimum: 300 },
  // Passes of a day and of a month cost from 12 to 33.
  mobile_data: { price: 30 },
  about: { words: {}, history: [] },
  partner_texts: { words: {} },
  // The stadium of 28 September in Dixinn.
  map_point: { latitude: "9.5412", longitude: "-13.6773" },
  desk: {
    hours: {
      monday: [],
      tuesday: [],
      wednesday: [],
      thursday: [],
      friday: [],
      saturday: [],
      sunday: [],
    },
    closures: [],
    hold_hours: 72,
    rate_tolerance: 1,
  },
};

/** What the back office calls them. */
export const SETTING_LABELS: Record<keyof SiteSettings, string> = {
  site_logo: "Logo",
  main_navigation: "Menu principal",
  contact_info: "Coordonnées et réseaux sociaux",
  federation: "Nom de la fédération",
  minors: "Mineurs",
  club_moves: "Changements de club",
  desk: "Paiement sur place",
  events: "Événements",
  exchange_rate: "Taux de change",
  refunds: "Remboursements",
  paypal: "PayPal",
  mobile_data: "Données mobiles",
  about: "Page À propos",
  partner_texts: "Page Partenaires",
  map_point: "Point sur la carte",
};

/** The last word of the address of each one's form. */
export const SETTING_ADDRESSES: Record<keyof SiteSettings, string> = {
  site_logo: "logo",
  main_navigation: "menu",
  contact_info: "contact",
  federation: "federation",
  minors: "minors",
  club_moves: "moves",
  desk: "desk",
  events: "events",
  exchange_rate: "rate",
  refunds: "refunds",
  paypal: "paypal",
  mobile_data: "data",
  about: "about",
  partner_texts: "partners",
  map_point: "map",
};

/** Every stored setting: what the log calls it, and the screen that changes it. */
export const SETTING_SCREENS: Readonly<Record<string, { label: string; to: string }>> = {
  ...Object.fromEntries(
    Object.entries(SETTING_LABELS).map(([key, label]) => [
      key,
      { label, to: `/admin/pages/settings/${SETTING_ADDRESSES[key as keyof SiteSettings]}` },
    ]),
  ),
  max_upload_mb: { label: "Taille des fichiers", to: "/admin/files/settings" },
  first_steps: { label: "Premiers pas", to: "/admin" },
};

/** The settings that are stored, by key, each absent one or absent part of one with its default. */
export function withDefaults(stored: Readonly<Record<string, unknown>>): SiteSettings {
  const settings = Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).map(([key, value]) => [
      key,
      { ...value, ...(stored[key] as object | undefined) },
    ]),
  ) as SiteSettings;
  const { main_navigation: menu, federation } = settings;
  const brand = (stored.main_navigation as Partial<typeof menu> | undefined)?.brand_text;
  return brand
    ? settings
    : { ...settings, main_navigation: { ...menu, brand_text: federation.short_name } };
}

/** What still stands on the site for something of the federation's own, by the field that holds it. */
type Placeholder = { field: string; value: string };

const SAMPLE = DEFAULT_SETTINGS.contact_info;

/** Domains that nobody can have, and numbers that nobody answers. */
const NOBODYS: Partial<Record<keyof ContactInfo, RegExp>> = {
  email: /@(?:[^@]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i,
  phone: /^\+?(?:00)?(?:224)?620000000$|^(\d)\1{7,}$/,
};

/** The contact details that are still those of an example, in either language. */
export function placeholdersIn({
  contact_info,
}: Pick<SiteSettings, "contact_info">): Placeholder[] {
  const fields = ["address", "address_en", "postal_code", "email", "phone"] as const;
  return fields.flatMap((field) => {
    const value = contact_info[field]?.trim() ?? "";
    const bare = field === "phone" ? value.replaceAll(/[^\d+]/g, "") : value;
    const isSample = value !== "" && (value === SAMPLE[field] || NOBODYS[field]?.test(bare));
    return isSample ? [{ field, value }] : [];
  });
}
