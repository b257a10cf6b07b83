import { isDay } from "../../core/values/age.ts";
import type { ListSpec } from "../../records/list/list-query.ts";
import { ORDER_KINDS, ORDER_STATUSES } from "./orders.ts";

/** The filters of the ledger: its days are those of the entries. `look`: orders that need attention. */
export const LEDGER_LIST: ListSpec = {
  filters: { kind: ORDER_KINDS, status: ["look", ...ORDER_STATUSES] },
  ids: ["event"],
  sorts: ["created_at"],
  descending: true,
};

/** The filters of the list of orders: its days are those on which they were opened. */
export const ORDER_LIST: ListSpec = { ...LEDGER_LIST, days: ["from", "to"] };

/** From one day to another, yyyy-mm-dd, both inclusive and optional. */
export type Period = { from?: string; to?: string };

/** The period in the query of an address; invalid days are ignored. */
export function parsePeriod(search: URLSearchParams): Period {
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** The last twelve months, up to this day. */
export function lastYear(today: string): Required<Period> {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 12, 1));
  return { from: first.toISOString().slice(0, 10), to: today };
}
