import { Newspaper } from "lucide-react";
import type { Notion } from "../kit/notion.ts";
import { newsRecord } from "./news.record.ts";

export const news: Notion = {
  address: "/admin/news",
  icon: Newspaper,
  group: "content",
  shortcut: "a",
  dashboard: { counter: 5, creation: 3 },
  records: [newsRecord],
};
