import { PUBLICATION_STATES } from "../core/values/publication.ts";
import type { ListSpec } from "../records/list/list-query.ts";
import { NEWS_CATEGORIES } from "./news.ts";

/** What the list of articles can be asked for. */
export const NEWS_LIST: ListSpec = {
  filters: { category: NEWS_CATEGORIES, status: PUBLICATION_STATES },
  sorts: ["dated_at", "title"],
  descending: true,
};
