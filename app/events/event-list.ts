import type { ListSpec } from "../records/list/list-query.ts";
import { EVENT_STATUSES, EVENT_TYPES } from "./events.ts";

/** What the list of events can be asked for. */
export const EVENT_LIST: ListSpec = {
  filters: { status: EVENT_STATUSES, type: EVENT_TYPES },
  sorts: ["date", "title"],
  descending: false,
};
