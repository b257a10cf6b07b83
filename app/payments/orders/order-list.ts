import type { ListSpec } from "../../records/list/list-query.ts";
import { ORDER_KINDS, ORDER_STATUSES } from "./orders.ts";

/** Whose movements a ledger can be asked for; `look` stands among the states. Its days are those of the movements. */
export const LEDGER_LIST: ListSpec = {
  filters: { kind: ORDER_KINDS, status: ["look", ...ORDER_STATUSES] },
  sorts: ["created_at"],
  descending: true,
};

/** What the list of orders can be asked for: its days are those on which they were made. */
export const ORDER_LIST: ListSpec = { ...LEDGER_LIST, days: ["from", "to"] };
