import type { Notion } from "../kit/notion.ts";
import { categoryRecord, fileRecord } from "./files.record.ts";

export const files: Notion = {
  address: "/admin/files",
  records: [
    fileRecord,
    categoryRecord,
    {
      table: "file_removals",
      words: { one: "Retrait de fichiers", many: "Retraits de fichiers" },
      actions: { agree: "Accord donné" },
      files: "none",
      undo: "Le fichier est retiré du stockage.",
    },
  ],
  jobs: {
    "files.prepare": "Préparation des fichiers",
    "files.sweep": "Retrait des fichiers supprimés",
  },
};
