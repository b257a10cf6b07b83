import { CreditCard } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

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
      fields: { receipt: "reçu" },
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
      fields: { operator_reference: "référence de l’opérateur" },
      files: "none",
    },
    {
      table: "ledger_entries",
      words: { one: "Livre", many: "Livre" },
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
  jobs: {
    "payments.expire": "Fin des réservations non payées",
    "payments.poll": "Suivi des paiements",
    "payments.refund": "Remboursements",
  },
};
