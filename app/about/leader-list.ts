import type { ListSpec } from "../records/list/list-query.ts";

/** What the list of leaders can be asked for. */
export const LEADER_LIST: ListSpec = {
  filters: { status: ["active", "inactive"] },
  sorts: ["order"],
  descending: false,
};
