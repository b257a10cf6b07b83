import { FolderOpen } from "lucide-react";
import { opens } from "../kit/access.ts";
import type { Notion } from "../kit/notion.ts";
import { categoryRecord, fileRecord } from "./files.record.ts";

export const files: Notion = {
  address: "/admin/files",
  icon: FolderOpen,
  access: {
    ...opens("editor", "/admin/files"),
    "/admin/files/settings": {},
    // An event has a picture too.
    "/admin/files/choose": { editor: "all", events: "all" },
    "/admin/files/upload": { editor: "all", events: "all" },
  },
  group: "content",
  shortcut: "f",
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
