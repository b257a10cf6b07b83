import { PUBLICATION_STATES } from "../core/values/publication.ts";
import { positions, TEXT_CHOICES, UNDO_SHOWN, UNDO_TEXTS } from "../records/record.ts";
import {
  choice,
  defineRecord,
  file,
  longText,
  type StoredRecord,
  text,
  valuesOf,
  written,
} from "../records/record-fields.ts";
import type { TextFormat } from "../texts/text-document.ts";

/** The categories, in the order in which lists offer them. */
const CATEGORIES = [
  { value: "Communiqué", label: "Communiqué" },
  { value: "Compétition", label: "Compétition" },
  { value: "Formation", label: "Formation" },
  { value: "Partenariat", label: "Partenariat" },
  { value: "International", label: "International" },
] as const;
export const NEWS_CATEGORIES = valuesOf(CATEGORIES);
export type NewsCategory = (typeof NEWS_CATEGORIES)[number];

/** An article. French is required; English is optional. */
export const newsRecord = defineRecord({
  table: "news",
  words: { one: "Actualité", many: "Actualités", feminine: true },
  called: "title",
  fields: {
    title: text("Titre", { required: "Le titre est requis", english: "Title" }),
    excerpt: text("Résumé", { required: "Le résumé est requis", max: 1_000, english: "Summary" }),
    content: longText("Contenu", { english: "Content" }),
    category: choice("Catégorie", CATEGORIES, { message: "La catégorie est requise" }),
    image_url: file("Image"),
    // Lower-case words without spaces, shown with a # and used in addresses.
    tags: written<string[]>("Étiquettes"),
    published: written<boolean>("Statut", {
      state: true,
      choices: positions("Publié", "Brouillon"),
    }),
    public_from: written<Date | null>("Publier le", { state: true }),
    public_until: written<Date | null>("Jusqu’au", { state: true }),
    format: written<TextFormat>("Écriture du texte", { choices: TEXT_CHOICES }),
  },
  search: ["title", "title_en", "excerpt"],
  list: {
    columns: [
      "id",
      "title",
      "excerpt",
      "image_url",
      "category",
      "dated_at",
      "published",
      "public_from",
      "public_until",
    ],
    filters: { category: "category", status: PUBLICATION_STATES },
    sorts: ["dated_at", "title"],
    descending: true,
  },
  undo: [...UNDO_TEXTS, ...UNDO_SHOWN],
  samples: {},
});

/** An article as stored; without a format its content is plain: each line is a paragraph. */
export type News = Omit<StoredRecord<typeof newsRecord>, "format"> & {
  format?: TextFormat;
  id: string;
  /** The date shown on the article. */
  dated_at: Date;
};

/** Home shows at most this many news cards. */
export const HOME_NEWS_LIMIT = 3;
