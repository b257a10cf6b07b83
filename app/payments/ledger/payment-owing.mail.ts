import type { Mail } from "../../mail/mail.ts";
import { type OfflineOrder, offlinePaymentMail } from "../offline/offline-payment-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `À payer de nouveau\u202f: ${label}`,
    preheader: "Un encaissement noté pour vous a été annulé.",
    title: "Un paiement est à refaire",
    text: "La fédération avait noté un paiement pour vous, puis l’a annulé\u202f: il n’est pas dans ses livres. Ce que vous aviez reste à vous, mais son prix est dû. Si vous avez payé, répondez-nous avec votre reçu ou le numéro de la transaction.",
  },
  en: {
    subject: (label: string) => `To be paid again: ${label}`,
    preheader: "A payment noted for you was taken back.",
    title: "A payment has to be made again",
    text: "The federation had noted a payment for you and took that back: it is not in its books. What you had stays yours, but its price is due. If you did pay, answer us with your receipt or the number of the transaction.",
  },
};

/** A booking was taken back a day ago, and nothing came in its place. */
export const paymentOwingMail = (order: OfflineOrder): Mail =>
  offlinePaymentMail("payment-owing", { ...order, by_hand: true }, TEXTS[order.language]);
