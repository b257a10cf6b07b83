import { Newspaper } from "lucide-react";
import { opens } from "../kit/access.ts";
import type { Notion } from "../kit/notion.ts";
import { newsRecord } from "./news.record.ts";

export const news: Notion = {
  address: "/admin/news",
  icon: Newspaper,
  access: opens(
    "editor",
    "/admin/news",
    "/admin/versions/news",
    "/admin/translations/news",
    "/admin/previews/news",
  ),
  group: "content",
  shortcut: "a",
  dashboard: { counter: 5, creation: 3 },
  records: [newsRecord],
};
