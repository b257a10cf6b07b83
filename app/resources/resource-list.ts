import type { ListSpec } from "../records/list/list-query.ts";
import { RESOURCE_CATEGORIES } from "./resources.ts";

/** What the list of documents can be asked for, by the names that their categories have. */
export const resourceList = (categories: readonly string[]): ListSpec => ({
  filters: { category: categories },
  sorts: ["created_at", "title", "file_size", "download_count"],
  descending: true,
});

/** As long as nobody renamed a category. */
export const RESOURCE_LIST = resourceList(RESOURCE_CATEGORIES);
