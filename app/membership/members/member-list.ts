import type { ListSpec } from "../../records/list/list-query.ts";
import { MEMBER_STATUSES, MEMBER_TYPES } from "./members.ts";

/** Near which end of theirs memberships are. */
export const ENDINGS = ["soon", "lapsed"] as const;

/** What the list of members, and its export, can be asked for. */
export const MEMBER_LIST: ListSpec = {
  filters: { type: MEMBER_TYPES, status: MEMBER_STATUSES, ending: ENDINGS },
  sorts: ["created_at", "name"],
  descending: true,
};
