import type { PartnerStatus, PartnershipType } from "./partners.ts";

/** What the back office calls the kinds of partnership. */
export const TYPE_CHOICES = [
  { value: "sponsor", label: "Sponsor" },
  { value: "technical", label: "Technique" },
  { value: "media", label: "Média" },
  { value: "institutional", label: "Institutionnel" },
] as const satisfies readonly { value: PartnershipType; label: string }[];

export const STATUS_CHOICES = [
  { value: "active", label: "Actif", tone: "good" },
  { value: "inactive", label: "Inactif", tone: "plain" },
] as const satisfies readonly { value: PartnerStatus; label: string; tone: string }[];
