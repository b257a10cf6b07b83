import type { ListSpec } from "../records/list-query.ts";
import { RESOURCE_CATEGORIES } from "./resources.ts";

/** What the list of documents can be asked for. */
export const RESOURCE_LIST: ListSpec = {
  filters: { category: RESOURCE_CATEGORIES },
  sorts: ["created_at", "title", "file_size", "download_count"],
  descending: true,
};
