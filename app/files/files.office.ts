import { FolderOpen } from "lucide-react";
import { calledBy, choicesOf, type Notion } from "../kit/notion.ts";
import { PROBLEM_LABELS } from "./admin/problem-labels.ts";
import { ICON_LABELS, sizeWords } from "./files.ts";

export const files: Notion = {
  address: "/admin/files",
  icon: FolderOpen,
  group: "content",
  shortcut: "f",
  records: [
    {
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
        prepare_problem: "Difficulté de préparation",
        prepare_tries: "Essais de préparation",
        prepare_tried_at: "Dernier essai de préparation",
        prepared_at: "Préparé le",
        sha256: "Empreinte",
        width: "Largeur",
      },
      values: {
        file_size: (bytes) => sizeWords(Number(bytes)),
        prepare_problem: choicesOf(PROBLEM_LABELS),
      },
      references: { category_id: "file_categories" },
      called: calledBy("title"),
      // The record of a file is no use of it.
      files: "none",
      samples: { keptWhereNamed: ["file_url", "cover_url"] },
    },
    {
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
    },
    {
      table: "file_removals",
      words: { one: "Retrait de fichiers", many: "Retraits de fichiers" },
      actions: { agree: "Accord donné" },
      files: "none",
    },
  ],
  jobs: {
    "files.prepare": "Préparation des fichiers",
    "files.sweep": "Retrait des fichiers supprimés",
  },
};
