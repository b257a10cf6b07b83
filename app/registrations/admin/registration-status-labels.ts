import type { Tone } from "../../kit/list/row-controls.tsx";
import { choicesOf } from "../../records/record.ts";
import type { RegistrationStatus } from "../registrations.ts";

// Apart from the other labels, which bring the texts of the public site: every screen of the office loads these.

/** What the back office calls the states of a registration. */
export const STATUS_LABELS: Readonly<Record<RegistrationStatus, { label: string; tone: Tone }>> = {
  held: { label: "En attente de paiement", tone: "wait" },
  confirmed: { label: "Confirmée", tone: "good" },
  expired: { label: "Expirée", tone: "plain" },
  cancelled: { label: "Annulée", tone: "plain" },
  waiting: { label: "Liste d’attente", tone: "news" },
  offered: { label: "Place proposée", tone: "wait" },
  unproven: { label: "À confirmer", tone: "wait" },
};

/** The states as a filter offers them. */
export const STATUS_CHOICES = choicesOf(STATUS_LABELS);
