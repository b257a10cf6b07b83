import { formatAmount } from "../i18n/format.ts";
import {
  BOOKED_BY_HAND,
  type Discrepancy,
  NO_ANSWER,
  type PaymentStatus,
  STOP_ASKED,
  TEST_OVER,
  type Verdict,
} from "./attempts/payments.ts";
import type { NextActor } from "./page/payment-states.ts";
import {
  DISCREPANCY_LABELS,
  type Label,
  MEANS_LABELS,
  ORDER_LABELS,
  providerLabel,
  REASON_LABELS,
  VERDICT_LABELS,
} from "./payment-labels.ts";
import type { PaymentMethod } from "./providers/payment-methods.ts";
import type { RefundReason, RefundSource } from "./refunds/refunds.ts";

// Texts of the screens of payments, in a file of their own because other screens do not need them.

export const ATTEMPT_LABELS: Readonly<Record<PaymentStatus, Label>> = {
  created: { label: "Commencé", tone: "wait" },
  initiating: { label: "Envoyé à l’opérateur", tone: "wait" },
  unknown: { label: "Sans réponse", tone: "wait" },
  pending: { label: "Attend le payeur", tone: "wait" },
  processing: { label: "En traitement", tone: "wait" },
  failed: { label: "Refusé", tone: "plain" },
  cancelled: { label: "Abandonné", tone: "plain" },
  expired: { label: "Expiré", tone: "plain" },
  succeeded: { label: "Réussi", tone: "good" },
  review: { label: "Montant inattendu", tone: "bad" },
  partially_refunded: { label: "Remboursé en partie", tone: "news" },
  refunded: { label: "Remboursé", tone: "news" },
  disputed: { label: "Contesté", tone: "bad" },
};

/** Why an attempt is as it is, in words; what a provider calls its own reasons stays as it is. */
export const attemptReason = (reason: string): string => ATTEMPT_REASONS[reason] ?? reason;

const ATTEMPT_REASONS: Readonly<Record<string, string>> = {
  [STOP_ASKED]: "le payeur a demandé l’arrêt",
  [NO_ANSWER]: "l’opérateur n’a pas répondu",
  [BOOKED_BY_HAND]: "encaissé à la fédération",
  [TEST_OVER]: "fin des essais",
};

/** Who has to do something next about an order. */
export const NEXT_LABELS: Readonly<Record<NextActor, string>> = {
  payer: "au payeur d’agir",
  operator: "à l’opérateur d’agir",
  federation: "à la fédération d’agir",
  nobody: "aucune action attendue",
};

/** By what money came or goes: the method at the federation, or the provider, by its name. */
export const meansName = ({
  provider,
  means,
}: {
  provider: string;
  means: PaymentMethod | null;
}): string => {
  if (means) return MEANS_LABELS[means];
  return COMPANIES[provider] ?? providerLabel(provider);
};

/** As these companies write themselves. */
const COMPANIES: Readonly<Record<string, string>> = { djomy: "Djomy", paypal: "PayPal" };

/** Why money goes back; what was refunded on the provider's own screens was not requested here. */
export const refundReasonLabel = ({
  reason,
  source,
}: {
  reason: RefundReason;
  source: RefundSource;
}): string => (source === "external" ? "Remboursé par l’opérateur" : REASON_LABELS[reason]);

type Names = Readonly<Record<string, string>>;
type Deciders = {
  source: RefundSource;
  requested_by: string | null;
  holder_asked: boolean;
  approved_by: string | null;
  by_rule: boolean;
  recorded_by: string | null;
};

/** Who requested, approved and recorded a refund. */
export function describeDeciders(refund: Deciders, names: Names): string {
  if (refund.source === "external") return "Remboursé chez l’opérateur, sans demande d’ici";
  const by = (id: string | null) => (id ? `par ${names[id] ?? id}` : undefined);
  const { requested_by, holder_asked, approved_by, by_rule, recorded_by } = refund;
  return [
    `Demandé ${by(requested_by) ?? (holder_asked ? "par le lien du payeur" : "par le site")}`,
    by_rule && "envoyé automatiquement, sous le plafond",
    approved_by && `approuvé ${by(approved_by)}`,
    recorded_by && `remboursé à la main ${by(recorded_by)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Sums of several currencies, or zero in the one that is named; an ordinary space lets the currency wrap in a narrow tile. */
export const formatSums = (
  sums: readonly { amount: number; currency: string }[],
  empty = "GNF",
): string =>
  sums
    .map(({ amount, currency }) =>
      formatAmount("fr", amount, currency).replace(/\s(?=\p{Lu})/u, " "),
    )
    .join(" · ") || formatAmount("fr", 0, empty);

const CORRECTION_STEPS: Readonly<Record<string, string>> = {
  asked: "demandée",
  approved: "approuvée",
  withdrawn: "retirée",
};

const REFUND_STEPS: Readonly<Record<string, string>> = {
  requested: "demandé",
  approved: "approuvé",
  withdrawn: "retiré",
  done: "fait",
};

type Entry = { source: string; provider: string; body: Record<string, unknown> };

/** A journal entry as one sentence; `names`: of the accounts, by id. */
export function describeJournalEntry(entry: Entry, names: Names): string {
  const { order, payment, refund, step, receipt, by, reason, corrected } = entry.body;
  const { means, correction, announced, by_hand, link } = entry.body;
  const { doubt, verdict, unread, owes, mode, waived, waiver, currency } = entry.body;
  const who = names[String(by)] ?? "l’opérateur";
  if (entry.source === "notice") return `Avis reçu : ${providerLabel(entry.provider)}`;
  if (Array.isArray(order)) return `Commande : ${change(ORDER_LABELS, order)}`;
  if (Array.isArray(payment)) {
    const text = `Paiement : ${change(ATTEMPT_LABELS, payment)}`;
    return reason ? `${text} (${attemptReason(String(reason))})` : text;
  }
  if (verdict) {
    return `À vérifier : ${VERDICT_LABELS[verdict as Verdict]}, selon ${who} (${reason})`;
  }
  if (doubt || unread) {
    const fields = Array.isArray(unread) ? `champs illisibles : ${unread.join(", ")}` : undefined;
    const what = doubt ? `à vérifier, ${DISCREPANCY_LABELS[doubt as Discrepancy]}` : undefined;
    return `Réponse de l’opérateur : ${[what, fields].filter(Boolean).join(", ")}`;
  }
  if (refund && step === "refused") {
    return `Remboursement refusé par l’opérateur${reason ? ` (${reason})` : ""}`;
  }
  if (refund) {
    const did = REFUND_STEPS[String(step)] ?? "fait";
    // Without an approver it was approved by the rule.
    return `Remboursement ${did} par ${step === "approved" && !by ? "la règle, sous le plafond" : who}`;
  }
  if (link) return `${link === "ticket" ? "Lien du billet" : "Lien du payeur"} donné à ${who}`;
  if (mode) return "L’essai devient une commande réelle, puisque de l’argent a été reçu";
  if (waiver) {
    return `Abandon du reste de ${formatAmount("fr", Number(waiver), String(currency))} demandé par ${who} (${reason})`;
  }
  if (waived) {
    return `Reste de ${formatAmount("fr", Number(waived), String(currency))} non réclamé, selon ${who} (${reason})`;
  }
  if (owes) return "La place ou l’adhésion n’est plus payée : le reste est de nouveau dû";
  if (correction && step) {
    return `Correction ${CORRECTION_STEPS[String(step)] ?? step} par ${who} : ${correction}`;
  }
  if (correction) return `Encaissement corrigé par ${who} : ${correction}`;
  if (announced) {
    if (announced === "announced") return "Le payeur a déclaré un transfert";
    if (announced === "corrected") return `Numéro du transfert déclaré corrigé par ${who}`;
    return `Transfert déclaré, ${announced === "refused" ? "refusé" : "reçu"} selon ${who}`;
  }
  if (by_hand) return "Le payeur a choisi de payer à la fédération";
  if (means && means !== "cash") {
    return `${MEANS_LABELS[means as PaymentMethod]} enregistré par ${who}${receipt ? `, n° ${receipt}` : ""}`;
  }
  if (receipt) return `Encaissé sur place par ${who}, reçu ${receipt}`;
  if (receipt === null) return `Encaissé sur place par ${who}`;
  if (corrected) return `Commande corrigée par ${who}`;
  return JSON.stringify(entry.body);
}

function change(labels: Readonly<Record<string, Label>>, states: unknown[]): string {
  const [from, to] = states.map((state) => labels[String(state)]?.label ?? String(state));
  return `${from} → ${to}`;
}
