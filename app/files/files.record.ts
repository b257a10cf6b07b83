import { formatSize } from "../i18n/format.ts";
import type { ListSpec } from "../records/list/list-query.ts";
import {
  calledBy,
  choicesOf,
  type RecordDefinition,
  UNDO_SHOWN,
  UNDO_TEXTS,
} from "../records/record.ts";
import type { Problem } from "./children/media.ts";
import { ICON_LABELS, typeWords } from "./files.ts";

/** Why a file could not be prepared, for staff. */
export const PROBLEM_LABELS: Readonly<Record<Problem, string>> = {
  broken: "son contenu est abîmé",
  memory: "il demande trop de mémoire",
  time: "il demande trop de temps",
  died: "sa lecture s’est interrompue",
};

export const fileRecord: RecordDefinition = {
  table: "static_files",
  words: { one: "Fichier", many: "Fichiers" },
  actions: {
    "kit-add": "Mis dans le kit média",
    "kit-remove": "Retiré du kit média",
    "keep-previous": "Ancien contenu mis à la corbeille",
    replace: "Contenu remplacé",
  },
  fields: {
    alt_text: "Texte alternatif",
    category_id: "Catégorie",
    cover_url: "Couverture",
    download_count: "Téléchargements",
    file_size: "Taille",
    file_type: "Type de fichier",
    file_url: "URL du fichier",
    filename: "Nom dans le stockage",
    height: "Hauteur",
    is_featured: "En vedette",
    is_protected: "Protégé par un mot de passe",
    is_public: "Public",
    is_resource: "Ressource",
    media_kit_place: "Place dans le kit média",
    original_filename: "Nom du fichier",
    pages: "Pages",
    prepare_problem: "Problème de préparation",
    prepare_tries: "Essais de préparation",
    prepare_tried_at: "Dernier essai de préparation",
    prepared_at: "Préparé le",
    sha256: "Empreinte",
    width: "Largeur",
  },
  values: {
    file_type: (type) => typeWords(String(type)),
    file_size: (bytes) => formatSize("fr", Number(bytes), 2),
    prepare_problem: choicesOf(PROBLEM_LABELS),
  },
  references: { category_id: "file_categories" },
  called: calledBy("title"),
  // A file is not in use because of its own record.
  files: "none",
  samples: { keptWhereNamed: ["file_url", "cover_url"] },
  versioned: {
    columns: [
      "title",
      "title_en",
      "description",
      "description_en",
      "file_url",
      "file_type",
      "category_id",
      "tags",
      "is_protected",
    ],
    only: { column: "is_resource" },
  },
  translated: true,
  undo: ["update", "delete", "undo", "move", "kit-add", "kit-remove", ...UNDO_SHOWN],
  counterActs: {
    create: "Supprimez le fichier dans « Fichiers » : on y voit d’abord où il sert.",
    restore: "Supprimez le fichier dans « Fichiers » : on y voit d’abord où il sert.",
    replace: "L’ancien contenu est dans la corbeille.",
  },
};

export const categoryRecord: RecordDefinition = {
  table: "file_categories",
  words: { one: "Catégorie de fichiers", many: "Catégories de fichiers", feminine: true },
  fields: {
    color: "Couleur",
    icon: "Icône",
    is_section: "Onglet de la page Ressources",
    key: "Rubrique du site",
    place: "Place",
  },
  values: { icon: choicesOf(ICON_LABELS) },
  called: { ...calledBy("name"), to: ({ id }) => `/admin/files/categories/${id}` },
  files: "none",
  samples: { keptBy: [{ table: "static_files", column: "category_id" }] },
  undo: UNDO_TEXTS,
};

/** What the list of files can be asked for. */
export const fileList = (categories: readonly { id: string }[]): ListSpec => ({
  filters: { category: categories.map(({ id }) => id), kind: ["image"] },
  sorts: ["created_at", "title", "file_size"],
  descending: true,
});
