import type { ListSpec } from "../records/list-query.ts";
import { ORDER_KINDS, ORDER_STATUSES } from "./orders.ts";

/** What the list of orders, and its export, can be asked for; `look` stands among the states. */
export const ORDER_LIST: ListSpec = {
  filters: { kind: ORDER_KINDS, status: ["look", ...ORDER_STATUSES] },
  sorts: ["created_at"],
  descending: true,
};
