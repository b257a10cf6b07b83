import { type EventStatus, type EventType, type FederationEvent, statusByDates } from "./events.ts";

/** What the back office calls the types and states of events. */
export const TYPE_CHOICES = [
  { value: "online", label: "En ligne" },
  { value: "in-person", label: "Présentiel" },
  { value: "hybrid", label: "Hybride" },
] as const satisfies readonly { value: EventType; label: string }[];

export const STATUS_CHOICES = [
  { value: "upcoming", label: "À venir", tone: "news" },
  { value: "ongoing", label: "En cours", tone: "good" },
  { value: "completed", label: "Terminé", tone: "plain" },
  { value: "cancelled", label: "Annulé", tone: "bad" },
] as const satisfies readonly { value: EventStatus; label: string; tone: string }[];

/** What staff chose stands; where the dates of an event say otherwise, this says so. */
export function contradiction(
  event: Pick<FederationEvent, "status" | "date" | "time" | "end_date" | "end_time">,
  now: Date,
): string | undefined {
  const byDates = statusByDates(event, now);
  if (event.status === "cancelled" || event.status === byDates) return undefined;
  const label = STATUS_CHOICES.find(({ value }) => value === byDates)?.label ?? "";
  return `Selon ses dates : ${label.toLowerCase()}`;
}
