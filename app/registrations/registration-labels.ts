import { formatAmount } from "../i18n/format.ts";
import { registration } from "../i18n/fr/joining.ts";
import { several } from "../kit/plural.ts";
import type { Obstacle } from "./unpayable.ts";

export { STATUS_CHOICES, STATUS_LABELS } from "./registration-status-labels.ts";

/** What the back office says of registrations. */

/** Why a registration cannot be paid, as a clause. */
export const OBSTACLE_LABELS: Readonly<Record<Obstacle, string>> = {
  cancelledByStaff: "cette inscription a été annulée par la fédération",
  cancelled: "cette inscription est annulée",
  notWaiting: "cette inscription n’attend pas de paiement",
  eventCancelled: "l’événement est annulé",
  eventOver: "l’événement est terminé",
  eventBegun: "l’événement a commencé",
  packageGone: "la formule choisie n’est plus proposée",
  priceChanged: "le prix de la formule a changé",
};

type Named = { reference: string; first_name: string; last_name: string };

export const nameOf = ({ first_name, last_name }: Omit<Named, "reference">) =>
  `${first_name} ${last_name}`;
/** What the log calls a registration. */
export const labelOf = (row: Named) => `${row.reference} · ${nameOf(row)}`;

/** What a package costs, inside a line. */
export const costWords = (amount: number, currency: string): string =>
  amount === 0 ? "gratuit" : formatAmount("fr", amount, currency);

export const PLATFORM_LABELS = registration.platforms;

/** Why staff should look at a registration before they give it a place, and what there is to know of it. */
export function doubtOf({
  proof_needed,
  is_duplicate,
}: {
  proof_needed: boolean;
  is_duplicate: boolean;
}): { label: string; reason: string } | undefined {
  if (is_duplicate) {
    return {
      label: "Doublon possible",
      reason:
        "Cette personne a déjà une inscription, et ce formulaire vient d’un autre navigateur.",
    };
  }
  if (!proof_needed) return undefined;
  return {
    label: "Adresse à vérifier",
    reason:
      "Beaucoup d’inscriptions viennent du même réseau, ou portent la même adresse : celle-ci attend la preuve de son adresse, ou votre accord.",
  };
}

type Places = Record<"confirmed" | "held" | "offered" | "unproven" | "waiting", number>;

/** Who has the places of an event, in one sentence. */
export function availability(max: number | null, places: Places): string {
  const { confirmed, held, offered, unproven, waiting } = places;
  const parts = [
    several(confirmed, "confirmée", "confirmées"),
    held > 0 && `${held} en attente de paiement`,
    offered > 0 && `${several(offered, "proposée", "proposées")} à la liste`,
    unproven > 0 && `${unproven} à confirmer par e-mail`,
    max !== null && several(max - confirmed - held - offered - unproven, "libre", "libres"),
    waiting > 0 && `${several(waiting, "personne", "personnes")} en liste d’attente`,
  ];
  const all = max === null ? "Places illimitées" : several(max, "place", "places");
  return `${all} : ${parts.filter((part) => part !== false).join(", ")}`;
}
