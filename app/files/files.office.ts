import { FolderOpen } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

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
        "keep-previous": "Ancien contenu mis à la corbeille",
        replace: "Contenu remplacé",
      },
      fields: {
        alt_text: "texte alternatif",
        category_id: "catégorie",
        file_size: "taille",
        file_type: "type de fichier",
        file_url: "adresse",
        filename: "nom du fichier",
        is_featured: "mis en avant",
        is_protected: "protégé par mot de passe",
        original_filename: "nom d’origine",
      },
      // The record of a file is no use of it.
      files: "none",
      samples: { keptWhereNamed: ["file_url", "cover_url"] },
    },
    {
      table: "file_categories",
      words: { one: "Catégorie de fichiers", many: "Catégories de fichiers", feminine: true },
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
