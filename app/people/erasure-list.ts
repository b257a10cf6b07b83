import type { ListSpec } from "../records/list/list-query.ts";
import { ERASURE_STATUSES } from "./erasures.ts";

export const ERASURE_LIST: ListSpec = {
  filters: { status: ERASURE_STATUSES },
  sorts: ["created_at"],
  descending: true,
};
