import type { ListSpec } from "../../records/list/list-query.ts";

/** What the list of accounts can be asked for. */
export const STAFF_LIST: ListSpec = {
  filters: {},
  sorts: ["created_at", "name"],
  descending: false,
};
