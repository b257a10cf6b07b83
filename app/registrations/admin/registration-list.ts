import { isId } from "../../core/secrets/id.ts";
import type { ListSpec } from "../../records/list/list-query.ts";
import { REGISTRATION_STATUSES } from "../registrations.ts";

/** What the list of registrations, and its export, can be asked for. Any event, also one too old for the choices of its filter. */
export function registrationList(search: URLSearchParams): ListSpec {
  const event = search.get("event") ?? "";
  return {
    filters: {
      event: isId(event) ? [event] : [],
      status: REGISTRATION_STATUSES,
      presence: ["in", "out"],
    },
    sorts: ["created_at"],
    descending: true,
  };
}
