import type { Notion } from "../kit/notion.ts";
import { newsRecord } from "./news.record.ts";

export const news: Notion = {
  address: "/admin/news",
  dashboard: { counter: 5, creation: 3 },
  records: [newsRecord],
};
