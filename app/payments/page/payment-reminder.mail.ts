import type { Mail } from "../../mail/mail.ts";
import { type OfflineOrder, offlinePaymentMail } from "../offline/offline-payment-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `Paiement attendu\u202f: ${label}`,
    preheader: "Il reste à payer.",
    title: "Il reste à payer",
    text: "Nous n’avons pas encore reçu tout votre paiement. Si vous venez de payer, ne tenez pas compte de ce message.",
  },
  en: {
    subject: (label: string) => `Payment due: ${label}`,
    preheader: "Your payment is still due.",
    title: "Your payment is still due",
    text: "We have not received all of your payment yet. If you have just paid, please ignore this message.",
  },
};

/** Somebody has not paid yet: said a day before a place goes, and twice for an application. */
export const paymentReminderMail = (order: OfflineOrder): Mail =>
  offlinePaymentMail("payment-reminder", order, TEXTS[order.language]);
