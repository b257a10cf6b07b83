import type { ListSpec } from "../records/list-query.ts";
import { NEWS_CATEGORIES } from "./news.ts";

/** What the list of articles can be asked for. */
export const NEWS_LIST: ListSpec = {
  filters: { category: NEWS_CATEGORIES, status: ["published", "draft"] },
  sorts: ["created_at", "title"],
  descending: true,
};
