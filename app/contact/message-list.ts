import type { ListSpec } from "../records/list/list-query.ts";
import { MESSAGE_STATUSES } from "./contact-messages.ts";

/** What the list of messages can be asked for. */
export const MESSAGE_LIST: ListSpec = {
  filters: { status: MESSAGE_STATUSES },
  sorts: ["created_at"],
  descending: true,
};
