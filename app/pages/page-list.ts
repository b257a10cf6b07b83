import type { ListSpec } from "../records/list/list-query.ts";
import { PAGE_STATES } from "./pages.ts";

/** What the list of pages can be asked for. */
export const PAGE_LIST: ListSpec = {
  filters: { status: PAGE_STATES },
  sorts: ["created_at", "title", "updated_at"],
  descending: true,
};
