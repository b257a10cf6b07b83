import type { Mail } from "../../mail/mail.ts";
import { type OfflineOrder, offlinePaymentMail } from "./offline-payment-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `À payer à la fédération\u202f: ${label}`,
    preheader: "Votre référence, le montant, où et quand.",
    title: "Vous payez à la fédération",
    text: "Nous attendons votre paiement. Tout est confirmé dès que nous l’avons reçu.",
  },
  en: {
    subject: (label: string) => `To be paid at the federation: ${label}`,
    preheader: "Your reference, the amount, where and when.",
    title: "You pay at the federation",
    text: "We are waiting for your payment. Everything is confirmed as soon as we have received it.",
  },
};

/** Somebody chose to pay at the federation: what it takes. */
export const byHandChosenMail = (order: OfflineOrder): Mail =>
  offlinePaymentMail("by-hand-chosen", order, TEXTS[order.language]);
