import type { ListSpec } from "../../records/list/list-query.ts";
import { REGISTRATION_STATUSES } from "../registrations.ts";

/** What the list of registrations, and its export, can be asked for. */
export const REGISTRATION_LIST: ListSpec = {
  filters: { status: REGISTRATION_STATUSES, presence: ["in", "out"], told: ["no"] },
  ids: ["event"],
  sorts: ["created_at"],
  descending: true,
};
