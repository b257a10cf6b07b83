import { HOUR } from "../core/values/durations.ts";
import type { ListSpec } from "../records/list/list-query.ts";

/** Who asked for an erasure: the person, by the link sent to their address, or staff for them. */
export const ERASURE_SOURCES = ["person", "staff"] as const;
export const ERASURE_STATUSES = ["requested", "refused", "done"] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** The link to one's own data is good so long, and sent to an address no more often. */
export const LINK_MS = 24 * HOUR;
/** Birth dates that may be typed with one link. */
export const LINK_TRIES = 5;

/** What the log calls an erasure: whose it was is gone. */
export const ERASURE_LABEL = "Une personne";

export const SOURCE_CHOICES = [
  { value: "person", label: "La personne" },
  { value: "staff", label: "L’équipe" },
] as const;

export const STATUS_CHOICES = [
  { value: "requested", label: "Demandé", tone: "wait" },
  { value: "refused", label: "Refusé", tone: "plain" },
  { value: "done", label: "Effacé", tone: "good" },
] as const;

export const ERASURE_LIST: ListSpec = {
  filters: { status: ERASURE_STATUSES },
  sorts: ["created_at"],
  descending: true,
};
