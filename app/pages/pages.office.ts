import { PanelsTopLeft } from "lucide-react";
import { calledBy, choicesOf, type Notion, positions, TEXT_CHOICES } from "../kit/notion.ts";
import { legalRecords } from "../legal/legal-records.ts";
import { ABOUT_TEXTS, PARTNER_TEXTS } from "../settings/custom-texts.ts";
import { NETWORKS, SETTING_SCREENS } from "../settings/settings.ts";
import { STATUS_CHOICES, TYPE_LABELS } from "./page-labels.ts";

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

/** Pages with their sections, and what stands on all of them: the menu and the other settings. */
export const pages: Notion = {
  address: "/admin/pages",
  label: "Pages et menu",
  icon: PanelsTopLeft,
  group: "content",
  records: [
    {
      table: "pages",
      words: { one: "Page", many: "Pages", feminine: true },
      fields: { meta_description: "Description" },
      values: { status: STATUS_CHOICES },
      files: calledBy("title"),
      // A page of which staff wrote one section anew is theirs.
      samples: {
        keptBy: [
          { table: "page_sections", column: "page_id" },
          { table: "former_slugs", column: "page_id", words: "anciennes adresses" },
        ],
      },
    },
    {
      table: "page_sections",
      words: { one: "Section", many: "Sections", feminine: true },
      fields: {
        alt: "Description de l’image",
        button_label: "Texte du bouton",
        button_link: "Lien du bouton",
        content: "Texte",
        images: "Images",
        is_active: "Section active",
        page_id: "Page",
        role: "Qualité",
        section_key: "Clé",
        section_type: "Type",
        settings: "",
        text: "Texte",
        url: "Image",
        value: "Chiffre",
      },
      values: {
        format: TEXT_CHOICES,
        is_active: positions("oui", "non"),
        section_type: choicesOf(TYPE_LABELS),
      },
      references: { page_id: "pages" },
      files: {
        columns: ["page_id", "title", "section_key"],
        label: ({ title, section_key }) => title ?? section_key ?? "",
        to: ({ page_id, id }) => `/admin/pages/${page_id}/sections/${id}`,
        where: "Section de page",
      },
      samples: { goWith: { table: "pages", column: "page_id" } },
    },
    {
      table: "preview_links",
      words: { one: "Lien d’aperçu", many: "Liens d’aperçu" },
      actions: { end: "Lien fermé" },
      fields: {
        created_by: "Créé par",
        expires_at: "Valable jusqu’au",
        kind: "Rubrique",
        record_id: "Fiche",
        snapshot: "Version montrée",
        token_hash: "Empreinte du lien",
      },
      values: { kind: choicesOf({ news: "Actualités", events: "Événements", pages: "Pages" }) },
      references: { created_by: "profiles" },
      called: {
        columns: ["kind", "record_id"],
        label: () => "Lien d’aperçu",
        to: ({ kind, record_id }) =>
          `/admin/${kind === "events" || kind === "pages" ? kind : "news"}/${record_id}`,
      },
      // What a version names may be gone: it is shown without.
      files: "none",
    },
    {
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
    },
    legalRecords,
  ],
  jobs: {
    "previews.forget": "Effacement des liens d’aperçu échus",
    "site.content": "Ce que le site dit de lui quand sa base est absente",
    "publication.clock": "Publication et retrait à l’heure dite",
    "legal.begin": "Textes légaux qui commencent à s’appliquer",
    "search.documents": "Lecture des documents pour la recherche",
    "search.forget": "Oubli des mots que la recherche n’a plus",
    "search.words": "Ajout des mots de la recherche",
  },
};
