import type { ListSpec } from "../records/list/list-query.ts";
import { PARTNER_STATUSES, PARTNERSHIP_TYPES } from "./partners.ts";

/** What the list of partners can be asked for. */
export const PARTNER_LIST: ListSpec = {
  filters: { type: PARTNERSHIP_TYPES, status: PARTNER_STATUSES },
  sorts: ["created_at", "name"],
  descending: true,
};
