import { STATE_CHOICES as PUBLICATION_CHOICES } from "../kit/publication/publication-words.ts";
import {
  calledBy,
  choicesOf,
  positions,
  type RecordDefinition,
  TEXT_CHOICES,
  UNDO_TEXTS,
} from "../records/record.ts";
import type { PageSection, PageState, PageStatus, SectionType } from "./pages.ts";

export const STATUS_CHOICES = [
  { value: "published", label: "Publié", tone: "good" },
  { value: "draft", label: "Brouillon", tone: "wait" },
  { value: "archived", label: "Archivé", tone: "plain" },
] as const satisfies readonly { value: PageStatus; label: string; tone: string }[];

/** The states for the filter: with those that depend on the publication dates. */
export const STATE_CHOICES = [
  ...PUBLICATION_CHOICES,
  { value: "archived", label: "Archivé" },
] as const satisfies readonly { value: PageState; label: string }[];

export const TYPE_LABELS: Record<SectionType, string> = {
  hero: "Bannière d’ouverture",
  text: "Texte",
  image: "Image",
  gallery: "Galerie",
  stats: "Chiffres",
  features: "Points forts",
  testimonials: "Témoignages",
  cta: "Appel à l’action",
};

/** The name of a section in the back office: its title, or its type. */
export const sectionName = ({
  title,
  section_type,
}: Pick<PageSection, "title" | "section_type">): string =>
  title?.trim() || `${TYPE_LABELS[section_type]} sans titre`;

/** The warning about menu entries without a page, a sentence each. */
export const brokenMenuEntryText = (entries: readonly { label: string; path: string }[]): string =>
  entries
    .map(
      ({ label, path }) =>
        `« ${label} » ne mène nulle part : aucune page publiée à ${path}, et le site ne montre pas cette entrée.`,
    )
    .join(" ");

export const pageRecord: RecordDefinition = {
  table: "pages",
  words: { one: "Page", many: "Pages", feminine: true },
  fields: { meta_description: "Description" },
  values: { status: STATUS_CHOICES },
  files: calledBy("title"),
  // A page with a section that staff changed is no sample any more.
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
