import type { PriceOption } from "../../events/events.ts";
import { formatGuardian } from "../../guardians/guardian-labels.ts";
import { formatAmount, several } from "../../i18n/format.ts";
import { registration } from "../../i18n/fr/joining.ts";
import type { Registration } from "../places/places.system.server.ts";
import type { Obstacle } from "../register/payment-obstacles.ts";

/** Why a registration cannot be paid, as a clause. */
export const OBSTACLE_LABELS: Readonly<Record<Obstacle, string>> = {
  cancelledByStaff: "cette inscription a été annulée par la fédération",
  placeConfirmed: "cette personne a déjà une place confirmée, par une autre inscription",
  cancelled: "cette inscription est annulée",
  licence:
    "sa licence n’est pas valable le jour de l’événement, corrigez le numéro ou laissez-le vide",
  club: "sa licence n’est d’aucun club affilié",
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
/** The label of a registration in the log. */
export const labelOf = (row: Named) => `${row.reference} · ${nameOf(row)}`;

/** Who is registered already, and the field that says so: their address, or, under another one, their licence. */
export const duplicateOf = (live: { reference: string; email: string }, email: string) =>
  [
    live.email.toLowerCase() === email.toLowerCase() ? "email" : "licence",
    `Déjà inscrit à cet événement\u202f: ${live.reference}`,
  ] as const;

/** The price of a package within a sentence. */
export const formatCost = (amount: number, currency: string): string =>
  amount === 0 ? "gratuit" : formatAmount("fr", amount, currency);

export const PLATFORM_LABELS = registration.platforms;

type Checked = {
  proof_needed: boolean;
  is_duplicate: boolean;
  is_outside?: boolean;
  lacks_guardian?: boolean;
};

/** What staff should check before they give a registration a place. */
export function findWarning(row: Checked): { label: string; reason: string } | undefined {
  if (row.is_duplicate) {
    return {
      label: "Doublon possible",
      reason:
        "Cette personne a déjà une inscription, et ce formulaire vient d’un autre navigateur.",
    };
  }
  if (row.proof_needed) {
    return {
      label: "Adresse à vérifier",
      reason:
        "Beaucoup d’inscriptions viennent du même réseau, ou portent la même adresse : celle-ci doit être confirmée par e-mail, ou par vous.",
    };
  }
  if (row.is_outside) {
    return {
      label: "Hors limite d’âge",
      reason:
        "Les limites d’âge ou la date de l’événement ont changé depuis l’inscription. Elle reste valable : à vous de voir avec cette personne.",
    };
  }
  if (!row.lacks_guardian) return undefined;
  return {
    label: "Mineur sans responsable",
    reason:
      "Cette personne est mineure le jour de l’événement, et aucun responsable légal n’est enregistré. Ajoutez-le en corrigeant l’inscription.",
  };
}

type Aged = Parameters<typeof formatGuardian>[0] & {
  /** Absent where the account may not see it. */
  guardian_phone?: string | null;
  is_outside: boolean;
};

/** What the entrance must know about somebody’s age; empty for most. */
export function ageNotice(row: Aged, minor: boolean): string {
  const guardian = formatGuardian(row);
  const call = guardian
    ? `Mineur, responsable : ${[guardian, row.guardian_phone].filter(Boolean).join(", ")}`
    : "Mineur, sans responsable enregistré";
  return [minor && call, row.is_outside && "Hors limite d’âge"].filter(Boolean).join(". ");
}

type Places = Record<"confirmed" | "held" | "offered" | "unproven" | "waiting", number>;

/** How the places of an event are taken, in one sentence. */
export function availability(max: number | null, places: Places): string {
  const { confirmed, held, offered, unproven, waiting } = places;
  const parts = [
    several(confirmed, "confirmée", "confirmées"),
    held > 0 && `${held} en attente de paiement`,
    offered > 0 && several(offered, "proposée", "proposées"),
    unproven > 0 && `${unproven} à confirmer par e-mail`,
    max !== null && several(max - confirmed - held - offered - unproven, "libre", "libres"),
    waiting > 0 && `${several(waiting, "personne", "personnes")} en liste d’attente`,
  ];
  const all = max === null ? "Places illimitées" : several(max, "place", "places");
  return `${all} : ${parts.filter((part) => part !== false).join(", ")}`;
}

type Paid = Pick<Registration, "status" | "amount" | "currency">;

/**
 * Whether a registration may change to a package of this price. A confirmed place keeps its price, since its order is
 * paid, or nothing was due.
 */
export const isPriceAllowed = (
  { status, amount, currency }: Paid,
  price: Pick<PriceOption, "amount"> & { currency: string },
): boolean => status !== "confirmed" || (price.amount === amount && price.currency === currency);

/** Why only packages of the same price are offered. */
export const priceRestriction = ({ status, amount }: Paid): string | undefined => {
  if (status !== "confirmed") return undefined;
  return amount > 0
    ? "La place est payée : seules les formules au même prix conviennent."
    : "La place est gratuite et confirmée : seules les formules gratuites conviennent.";
};
