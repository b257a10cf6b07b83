import { CreditCard } from "lucide-react";
import { calledBy, choicesOf, type Notion } from "../kit/notion.ts";
import {
  KIND_LABELS,
  LEDGER_LABELS,
  ORDER_LABELS,
  providerWords,
  REASON_LABELS,
  REFUND_LABELS,
} from "./payment-labels.ts";

export const payments: Notion = {
  address: "/admin/payments",
  label: "Paiements",
  icon: CreditCard,
  group: "community",
  records: [
    {
      table: "orders",
      words: { one: "Commande", many: "Commandes", feminine: true },
      actions: { cash: "Encaissement" },
      fields: {
        claimed_until: "Prise en charge jusqu’au",
        fulfilled_at: "Servie le",
        hold_cap_at: "Gardée au plus jusqu’au",
        hold_expires_at: "Gardée jusqu’au",
        kind: "Objet",
        label_fr: "Libellé",
        payer_email: "E-mail du payeur",
        payer_name: "Payeur",
        payer_phone: "Téléphone du payeur",
        price_amount: "Montant",
        price_currency: "Devise",
        receipt: "N° de reçu ou de transaction",
        share_token: "Adresse pour payer à sa place",
        subject_id: "Fiche",
      },
      values: {
        kind: choicesOf(KIND_LABELS),
        status: [...choicesOf(ORDER_LABELS), { value: "look", label: "À examiner" }],
      },
      called: calledBy("payer_name", "label_fr"),
      files: "none",
    },
    {
      table: "refunds",
      words: { one: "Remboursement", many: "Remboursements" },
      actions: {
        approve: "Remboursement approuvé",
        record: "Remboursement fait à la main",
        request: "Remboursement demandé",
        withdraw: "Demande retirée",
      },
      fields: {
        approved_by: "Approuvé par",
        charge_id: "Paiement",
        decision: "Décision",
        done_at: "Fait le",
        next_try_at: "Prochain essai",
        operator_reference: "Référence de l’opérateur",
        order_id: "Commande",
        provider_ref: "Référence du prestataire",
        reason: "Motif",
        recorded_by: "Enregistré par",
        requested_by: "Demandé par",
        source: "Origine",
        tries: "Essais",
      },
      values: {
        reason: choicesOf(REASON_LABELS),
        source: [
          { value: "staff", label: "La fédération" },
          { value: "system", label: "Le site" },
          { value: "external", label: "Le prestataire" },
        ],
        status: choicesOf(REFUND_LABELS),
      },
      references: {
        approved_by: "profiles",
        order_id: "orders",
        recorded_by: "profiles",
        requested_by: "profiles",
      },
      called: { ...calledBy("order_id"), to: ({ order_id }) => `/admin/payments/${order_id}` },
      files: "none",
    },
    {
      table: "ledger_entries",
      words: { one: "Livre", many: "Livre" },
      fields: {
        kind: "Mouvement",
        order_id: "Commande",
        payment_id: "Paiement",
        price_amount: "Prix affiché",
        provider: "Moyen",
        provider_txn_id: "Référence du prestataire",
      },
      values: {
        // An export says which list it was taken from: that of the orders.
        kind: [...choicesOf(LEDGER_LABELS), ...choicesOf(KIND_LABELS)],
        provider: (id) => providerWords(String(id)),
        status: [...choicesOf(ORDER_LABELS), { value: "look", label: "À examiner" }],
      },
      references: { order_id: "orders" },
      files: "none",
    },
  ],
  tasks: [
    {
      key: "refunds",
      one: "remboursement à approuver",
      many: "remboursements à approuver",
      to: "/admin/payments?status=look",
      rows: [{ table: "refunds", status: ["requested"] }],
    },
    {
      key: "payments",
      one: "paiement à examiner",
      many: "paiements à examiner",
      to: "/admin/payments?status=look",
      rows: [
        { table: "payments", status: ["review"] },
        { table: "orders", status: ["paid_unfulfilled"] },
        { table: "refunds", status: ["unknown"] },
      ],
    },
  ],
  mails: { "payment-code": "Code pour retrouver un paiement" },
  jobs: {
    "payments.expire": "Fin des réservations non payées",
    "payments.poll": "Suivi des paiements",
    "payments.refund": "Remboursements",
  },
};
