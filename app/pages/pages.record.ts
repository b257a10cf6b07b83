import {
  calledBy,
  choicesOf,
  positions,
  type RecordDefinition,
  TEXT_CHOICES,
  UNDO_TEXTS,
} from "../records/record.ts";
import { STATUS_CHOICES, TYPE_LABELS } from "./page-labels.ts";

export const pageRecord: RecordDefinition = {
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
  versioned: { columns: ["title", "title_en", "slug", "meta_description", "meta_description_en"] },
  translated: true,
  undo: [...UNDO_TEXTS, "status"],
};

export const sectionRecord: RecordDefinition = {
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
  versioned: {
    columns: [
      "section_key",
      "section_type",
      "title",
      "title_en",
      "content",
      "content_en",
      "format",
      "image_url",
      "settings",
    ],
  },
  translated: true,
  longTexts: ["content", "content_en"],
  undo: [...UNDO_TEXTS, "activate", "deactivate", "move"],
};
