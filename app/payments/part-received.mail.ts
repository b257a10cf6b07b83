import type { Mail } from "../mail/mail.ts";
import { type ByHandOrder, byHandMail } from "./by-hand-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `Reçu en partie\u202f: ${label}`,
    preheader: "Une partie de votre paiement est arrivée.",
    title: "Nous avons reçu une partie",
    text: "Une partie de votre paiement est arrivée. Tout est confirmé dès que le reste est payé.",
  },
  en: {
    subject: (label: string) => `Received in part: ${label}`,
    preheader: "A part of your payment has come.",
    title: "We have received a part",
    text: "A part of your payment has come. Everything is confirmed as soon as the rest is paid.",
  },
};

/** A part of the price came: what it was, and what is left. */
export const partReceivedMail = (order: ByHandOrder): Mail =>
  byHandMail("part-received", order, TEXTS[order.language]);
