import type { ListSpec } from "../records/list-query.ts";
import { PAGE_STATUSES } from "./pages.ts";

/** What the list of pages can be asked for. */
export const PAGE_LIST: ListSpec = {
  filters: { status: PAGE_STATUSES },
  sorts: ["created_at", "title", "updated_at"],
  descending: true,
};
