import type { Mail } from "../../mail/mail.ts";
import { type OfflineOrder, offlinePaymentMail } from "../offline/offline-payment-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `Paiement reçu en partie\u202f: ${label}`,
    preheader: "Une partie de votre paiement est arrivée.",
    title: "Nous avons reçu une partie de votre paiement",
    text: "Merci. Tout est confirmé dès que le reste est payé.",
  },
  en: {
    subject: (label: string) => `Part of your payment received: ${label}`,
    preheader: "Part of your payment has arrived.",
    title: "We have received part of your payment",
    text: "Thank you. Everything is confirmed as soon as the rest is paid.",
  },
};

/** A part of the price came: what it was, and what is left. */
export const partReceivedMail = (order: OfflineOrder): Mail =>
  offlinePaymentMail("part-received", order, TEXTS[order.language]);
