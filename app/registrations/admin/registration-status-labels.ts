import type { Tone } from "../../kit/list/row-controls.tsx";
import { choicesOf } from "../../records/record.ts";
import type { RegistrationStatus } from "../registrations.ts";

// Separate from the other labels, which import texts of the public site, because every screen of the back office loads
// these.

export const STATUS_LABELS: Readonly<Record<RegistrationStatus, { label: string; tone: Tone }>> = {
  held: { label: "En attente de paiement", tone: "wait" },
  confirmed: { label: "Confirmée", tone: "good" },
  expired: { label: "Expirée", tone: "plain" },
  cancelled: { label: "Annulée", tone: "plain" },
  waiting: { label: "Liste d’attente", tone: "news" },
  offered: { label: "Place proposée", tone: "wait" },
  unproven: { label: "À confirmer", tone: "wait" },
};

export const STATUS_CHOICES = choicesOf(STATUS_LABELS);
