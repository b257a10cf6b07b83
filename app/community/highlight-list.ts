import type { ListSpec } from "../records/list/list-query.ts";
import { HIGHLIGHT_KINDS } from "./highlights.ts";

/** What the list of cards can be asked for. */
export const HIGHLIGHT_LIST: ListSpec = {
  filters: { kind: HIGHLIGHT_KINDS, status: ["shown", "hidden"] },
  sorts: ["place", "name", "created_at"],
  descending: false,
};
