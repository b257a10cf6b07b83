import type { ListSpec } from "../../records/list/list-query.ts";

/** What the list of kinds of membership can be asked for. */
export const MEMBERSHIP_TYPE_LIST: ListSpec = {
  filters: { status: ["active", "inactive"] },
  sorts: ["created_at", "name", "price"],
  descending: true,
};
