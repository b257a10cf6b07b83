import type { EventStatus, EventType } from "./events.ts";

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
