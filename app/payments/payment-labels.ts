import { formatAmount } from "../i18n/format.ts";
import type { Tone } from "../kit/list/row-controls.tsx";
import type { Discrepancy, Verdict } from "./attempts/discrepancies.ts";
import { FEDERATION, type PaymentStatus } from "./attempts/payments.ts";
import type { TransferClaim } from "./offline/transfer-claims.table.server.ts";
import type { Mode, OrderKind, OrderStatus } from "./orders/orders.ts";
import type { PaymentMethod } from "./providers/payment-methods.ts";
import type { LEDGER_KINDS, REFUND_STATUSES, RefundReason } from "./refunds/refunds.ts";

/** What the back office says of money. */

type Words = { label: string; tone: Tone };

export const MEANS_LABELS: Readonly<Record<PaymentMethod, string>> = {
  cash: "Espèces",
  orange_money: "Orange Money",
  mtn_momo: "MTN MoMo",
  bank: "Virement bancaire",
  cheque: "Chèque",
};

export const CLAIM_LABELS: Readonly<Record<TransferClaim["status"], Words>> = {
  announced: { label: "Annoncé", tone: "wait" },
  confirmed: { label: "Reçu", tone: "good" },
  refused: { label: "Refusé", tone: "bad" },
};

export const KIND_LABELS: Readonly<Record<OrderKind, string>> = {
  membership: "Adhésion",
  registration: "Inscription",
};

export const MODE_LABELS: Readonly<Record<Mode, string>> = { live: "Réel", test: "Essai" };

export const ORDER_LABELS: Readonly<Record<OrderStatus, Words>> = {
  held: { label: "En attente", tone: "wait" },
  confirmed: { label: "Payée", tone: "good" },
  expired: { label: "Expirée", tone: "plain" },
  cancelled: { label: "Annulée", tone: "plain" },
  paid_unfulfilled: { label: "Payée sans place", tone: "bad" },
  refunded: { label: "Remboursée", tone: "news" },
};

export const ATTEMPT_LABELS: Readonly<Record<PaymentStatus, Words>> = {
  created: { label: "Commencé", tone: "wait" },
  initiating: { label: "Envoyé au prestataire", tone: "wait" },
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

/** What people have to look at of an attempt. */
export const DOUBT_LABELS: Readonly<Record<Discrepancy, string>> = {
  unreadable: "réponse de l’opérateur illisible",
  returned: "rendu chez l’opérateur",
  failed: "échoué après avoir été payé",
  booked: "déjà encaissé à la main sous ce numéro",
};

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  gone: "l’argent est reparti",
  kept: "réglé, rien n’est reparti",
};

export const LEDGER_LABELS: Readonly<Record<(typeof LEDGER_KINDS)[number], string>> = {
  charge: "Encaissement",
  refund: "Remboursement",
  chargeback: "Reprise par le prestataire",
  correction: "Encaissement corrigé",
};

export const REFUND_LABELS: Readonly<Record<(typeof REFUND_STATUSES)[number], Words>> = {
  requested: { label: "À approuver", tone: "wait" },
  approved: { label: "Approuvé", tone: "wait" },
  sending: { label: "En cours d’envoi", tone: "wait" },
  pending: { label: "Chez le prestataire", tone: "wait" },
  done: { label: "Fait", tone: "good" },
  failed: { label: "Refusé par le prestataire", tone: "bad" },
  unknown: { label: "Sans réponse", tone: "bad" },
  withdrawn: { label: "Retiré", tone: "plain" },
};

export const REASON_LABELS: Readonly<Record<RefundReason, string>> = {
  surplus: "Payé deux fois",
  no_place: "Plus de place",
  mismatch: "Montant inattendu",
  cancelled: "Commande annulée",
  incomplete: "Payé en partie seulement",
  staff: "Demandé par la fédération",
};

/** What a provider is called; its own name when it is none of ours. */
export const providerWords = (id: string): string =>
  ({ [FEDERATION]: "Sur place", simulated: "Simulation" })[id] ?? id;

/** Whose account a refund is paid from: the provider's, or the means of a payment by hand. */
export const payoutMeans = (row: { provider: string; means: PaymentMethod | null }): string =>
  row.means ? MEANS_LABELS[row.means] : providerWords(row.provider);

type Names = Readonly<Record<string, string>>;
type Deciders = {
  requested_by: string | null;
  holder_asked: boolean;
  approved_by: string | null;
  by_rule: boolean;
  recorded_by: string | null;
};

/** Who asked for a refund, let it go, and recorded that they made it. */
export function whoWords(refund: Deciders, names: Names): string {
  const by = (id: string | null) => (id ? `par ${names[id] ?? id}` : undefined);
  const { requested_by, holder_asked, approved_by, by_rule, recorded_by } = refund;
  return [
    `Demandé ${by(requested_by) ?? (holder_asked ? "par le lien du payeur" : "par le site")}`,
    by_rule && "parti de lui-même, sous le plafond",
    approved_by && `approuvé ${by(approved_by)}`,
    recorded_by && `rendu à la main ${by(recorded_by)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Sums of several currencies. In a narrow tile the currency goes to the next line sooner than it is cut. */
export const sumWords = (sums: readonly { amount: number; currency: string }[]): string =>
  sums
    .map(({ amount, currency }) =>
      formatAmount("fr", amount, currency).replace(/\s(?=\p{Lu})/u, " "),
    )
    .join(" · ") || "0";

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

/** What an entry of the journal tells, in one sentence; `names` are those of accounts. */
export function journalWords(entry: Entry, names: Names): string {
  const { order, payment, refund, step, receipt, by, reason, corrected } = entry.body;
  const { means, correction, announced, by_hand, link } = entry.body;
  const { doubt, verdict, unread, owes } = entry.body;
  const who = names[String(by)] ?? "le prestataire";
  if (entry.source === "notice") return `Avis reçu : ${providerWords(entry.provider)}`;
  if (Array.isArray(order)) return `Commande : ${change(ORDER_LABELS, order)}`;
  if (Array.isArray(payment)) {
    const text = `Tentative : ${change(ATTEMPT_LABELS, payment)}`;
    return reason ? `${text} (${reason})` : text;
  }
  if (verdict) {
    return `À examiner : ${VERDICT_LABELS[verdict as Verdict]}, selon ${who} (${reason})`;
  }
  if (doubt || unread) {
    const fields = Array.isArray(unread) ? `champs illisibles : ${unread.join(", ")}` : undefined;
    const what = doubt ? `à examiner, ${DOUBT_LABELS[doubt as Discrepancy]}` : undefined;
    return `Réponse de l’opérateur : ${[what, fields].filter(Boolean).join(", ")}`;
  }
  if (refund && step === "refused") {
    return `Remboursement refusé par l’opérateur${reason ? ` (${reason})` : ""}`;
  }
  if (refund) {
    const did = REFUND_STEPS[String(step)] ?? "fait";
    // Without anybody it went by the rule.
    return `Remboursement ${did} par ${step === "approved" && !by ? "la règle, sous le plafond" : who}`;
  }
  if (link) return `${link === "ticket" ? "Lien du billet" : "Lien du payeur"} donné à ${who}`;
  if (owes) return "Ce qui a été donné n’est plus payé : le reste est dû de nouveau";
  if (correction && step) {
    return `Correction ${CORRECTION_STEPS[String(step)] ?? step} par ${who} : ${correction}`;
  }
  if (correction) return `Encaissement corrigé par ${who} : ${correction}`;
  if (announced) {
    if (announced === "announced") return "Le payeur a annoncé un transfert";
    return `Transfert annoncé, ${announced === "refused" ? "refusé" : "reçu"} selon ${who}`;
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

function change(words: Readonly<Record<string, Words>>, states: unknown[]): string {
  const [from, to] = states.map((state) => words[String(state)]?.label ?? String(state));
  return `${from} → ${to}`;
}
