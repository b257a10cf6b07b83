import type { ListSpec } from "../records/list/list-query.ts";
import { SUBSCRIPTION_STATUSES } from "./newsletter-schema.ts";

/** What the list of subscribers, and its export, can be asked for. */
export const SUBSCRIBER_LIST: ListSpec = {
  filters: { status: SUBSCRIPTION_STATUSES },
  sorts: ["created_at", "email"],
  descending: true,
};
