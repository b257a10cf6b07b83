import { PanelsTopLeft } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";
import { SETTING_ADDRESSES, SETTING_LABELS, type SiteSettings } from "../settings/settings.ts";

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
      files: calledBy("title"),
      // A page of which staff wrote one section anew is theirs.
      samples: { keptBy: [{ table: "page_sections", column: "page_id" }] },
    },
    {
      table: "page_sections",
      words: { one: "Section", many: "Sections", feminine: true },
      fields: { page_id: "page", section_key: "clé", section_type: "type", settings: "réglages" },
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
      fields: { setting_value: "valeur" },
      files: {
        columns: ["setting_key"],
        label: ({ setting_key }) =>
          SETTING_LABELS[setting_key as keyof SiteSettings] ?? setting_key,
        to: ({ setting_key }) =>
          `/admin/pages/settings/${SETTING_ADDRESSES[setting_key as keyof SiteSettings] ?? ""}`,
        where: "Paramètres",
      },
    },
  ],
};
