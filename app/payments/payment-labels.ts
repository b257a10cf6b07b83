import type { Tone } from "../kit/list/row-controls.tsx";
import type { Discrepancy, Verdict } from "./attempts/payments.ts";
import type { Mode, OrderKind, OrderStatus } from "./orders/orders.ts";
import type { TransferClaim } from "./payments.table.server.ts";
import type { PaymentMethod } from "./providers/payment-methods.ts";
import type { LEDGER_KINDS, REFUND_STATUSES, RefundReason } from "./refunds/refunds.ts";

export type Label = { label: string; tone: Tone };

export const MEANS_LABELS: Readonly<Record<PaymentMethod, string>> = {
  cash: "Espèces",
  orange_money: "Orange Money",
  mtn_momo: "MTN MoMo",
  bank: "Virement bancaire",
  cheque: "Chèque",
};

export const CLAIM_LABELS: Readonly<Record<TransferClaim["status"], Label>> = {
  announced: { label: "Déclaré", tone: "wait" },
  confirmed: { label: "Reçu", tone: "good" },
  refused: { label: "Refusé", tone: "bad" },
};

export const KIND_LABELS: Readonly<Record<OrderKind, string>> = {
  membership: "Adhésion",
  registration: "Inscription",
  licences: "Licences d’un club",
};

export const MODE_LABELS: Readonly<Record<Mode, string>> = { live: "Réel", test: "Essai" };

export const ORDER_LABELS: Readonly<Record<OrderStatus, Label>> = {
  held: { label: "En attente", tone: "wait" },
  confirmed: { label: "Payée", tone: "good" },
  expired: { label: "Expirée", tone: "plain" },
  cancelled: { label: "Annulée", tone: "plain" },
  paid_unfulfilled: { label: "Payée sans contrepartie", tone: "bad" },
  refunded: { label: "Remboursée", tone: "news" },
};

export const DISCREPANCY_LABELS: Readonly<Record<Discrepancy, string>> = {
  unreadable: "réponse de l’opérateur illisible",
  returned: "remboursé chez l’opérateur",
  failed: "échoué après avoir été payé",
  booked: "déjà encaissé à la main sous ce numéro",
  silent: "l’opérateur ne répond plus",
  disputed: "repris par l’opérateur",
};

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  gone: "l’argent est reparti",
  kept: "réglé",
};

export const LEDGER_LABELS: Readonly<Record<(typeof LEDGER_KINDS)[number], string>> = {
  charge: "Encaissement",
  refund: "Remboursement",
  chargeback: "Reprise par l’opérateur",
  correction: "Encaissement corrigé",
};

export const REFUND_LABELS: Readonly<Record<(typeof REFUND_STATUSES)[number], Label>> = {
  requested: { label: "À approuver", tone: "wait" },
  approved: { label: "Approuvé", tone: "wait" },
  sending: { label: "En cours d’envoi", tone: "wait" },
  pending: { label: "Chez l’opérateur", tone: "wait" },
  done: { label: "Fait", tone: "good" },
  failed: { label: "Refusé par l’opérateur", tone: "bad" },
  unknown: { label: "Sans réponse", tone: "bad" },
  withdrawn: { label: "Retiré", tone: "plain" },
};

export const REASON_LABELS: Readonly<Record<RefundReason, string>> = {
  surplus: "Reçu en trop",
  no_place: "Plus de place",
  mismatch: "Montant inattendu",
  cancelled: "Commande annulée",
  incomplete: "Payé en partie seulement",
  staff: "Demandé par la fédération",
};

/** The entries of `payments.provider` that are no company. */
const PROVIDER_LABELS: Readonly<Record<string, string>> = {
  federation: "À la fédération",
  simulated: "Simulation",
};

/** The label of a provider, by default its own name. */
export const providerLabel = (id: string): string => PROVIDER_LABELS[id] ?? id;
