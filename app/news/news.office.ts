import { Newspaper } from "lucide-react";
import { calledBy, type Notion, positions, TEXT_CHOICES } from "../kit/notion.ts";

export const news: Notion = {
  address: "/admin/news",
  icon: Newspaper,
  group: "content",
  shortcut: "a",
  dashboard: { counter: 5, creation: 3 },
  records: [
    {
      table: "news",
      words: { one: "Actualité", many: "Actualités", feminine: true },
      fields: { published: "Statut" },
      values: { published: positions("Publié", "Brouillon"), format: TEXT_CHOICES },
      files: calledBy("title"),
      samples: {},
    },
  ],
};
