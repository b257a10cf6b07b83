import { PanelsTopLeft } from "lucide-react";
import { calledBy, choicesOf, type Notion, positions } from "../kit/notion.ts";
import { NETWORKS, SETTING_SCREENS } from "../settings/settings.ts";
import { STATUS_CHOICES, TYPE_LABELS } from "./page-labels.ts";

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
      samples: { keptBy: [{ table: "page_sections", column: "page_id" }] },
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
      values: { is_active: positions("oui", "non"), section_type: choicesOf(TYPE_LABELS) },
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
      table: "site_settings",
      words: { one: "Paramètre", many: "Paramètres" },
      fields: {
        address: "Adresse",
        alt_text: "Texte de remplacement",
        brand_text: "Nom affiché à côté du logo",
        export_prefix: "Préfixe des fichiers exportés",
        height: "Hauteur (pixels)",
        age: "Âge",
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
        ...NETWORKS,
      },
      values: { setting_key: choicesOf(SETTING_SCREENS) },
      files: {
        columns: ["setting_key"],
        label: ({ setting_key }) => SETTING_SCREENS[setting_key ?? ""]?.label ?? setting_key ?? "",
        to: ({ setting_key }) => SETTING_SCREENS[setting_key ?? ""]?.to ?? "/admin/pages/settings",
        where: "Paramètres",
      },
    },
  ],
};
