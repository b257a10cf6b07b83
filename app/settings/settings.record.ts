import { choicesOf, type RecordDefinition, TEXT_CHOICES, UNDO_TEXTS } from "../records/record.ts";
import { ABOUT_TEXTS, PARTNER_TEXTS } from "./custom-texts.ts";
import { NETWORKS, SETTING_SCREENS } from "./settings.ts";

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

/** What the log calls the texts of fixed pages. */
const TEXT_WORDS = {
  history: "Histoire",
  latitude: "Latitude",
  longitude: "Longitude",
  text: "Texte",
  words: "",
  years: "Années",
  ...Object.fromEntries(
    Object.entries({ ...ABOUT_TEXTS, ...PARTNER_TEXTS }).map(([name, { label }]) => [name, label]),
  ),
};

export const settingRecord: RecordDefinition = {
  table: "site_settings",
  words: { one: "Paramètre", many: "Paramètres" },
  fields: {
    address: "Adresse",
    alt_text: "Texte de remplacement",
    brand_text: "Nom affiché à côté du logo",
    export_prefix: "Préfixe des fichiers exportés",
    height: "Hauteur (pixels)",
    account_name: "Nom du compte qui reçoit",
    age: "Âge",
    closures: "Fermetures",
    from: "Du",
    gnf: "Francs guinéens pour 1 euro",
    date: "Date du taux",
    source: "Source",
    hold_hours: "Délai (heures)",
    rate_tolerance: "Écart de change accepté (%)",
    hours: "Ouverture",
    monday: "Lundi",
    tuesday: "Mardi",
    wednesday: "Mercredi",
    thursday: "Jeudi",
    friday: "Vendredi",
    saturday: "Samedi",
    sunday: "Dimanche",
    mtn_momo: "MTN MoMo",
    orange_money: "Orange Money",
    to: "Au",
    limit_GNF: "Plafond en GNF",
    limit_XOF: "Plafond en FCFA",
    minimum: "Montant minimal (centimes d’euro)",
    link: "Mène à",
    main_logo: "Image du logo",
    path: "Adresse",
    postal_code: "Boîte postale",
    setting_key: "Paramètre",
    setting_type: "Genre",
    setting_value: "",
    short_name: "Sigle",
    social_media: "",
    submenu: "Sous-menu",
    width: "Largeur (pixels)",
    ...TEXT_WORDS,
    ...NETWORKS,
  },
  values: { format: TEXT_CHOICES, setting_key: choicesOf(SETTING_SCREENS) },
  files: {
    columns: ["setting_key"],
    label: ({ setting_key }) => SETTING_SCREENS[setting_key ?? ""]?.label ?? setting_key ?? "",
    to: ({ setting_key }) => SETTING_SCREENS[setting_key ?? ""]?.to ?? "/admin/pages/settings",
    where: "Paramètres",
  },
  versioned: {
    columns: ["setting_value"],
    only: { column: "setting_key", is: VERSIONED_SETTINGS },
  },
  translated: true,
  undo: UNDO_TEXTS,
};
