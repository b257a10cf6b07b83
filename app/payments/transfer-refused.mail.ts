import type { Mail } from "../mail/mail.ts";
import { type ByHandOrder, byHandMail } from "./by-hand-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `Transfert non trouvé\u202f: ${label}`,
    preheader: "Le transfert que vous avez annoncé n’est pas accepté.",
    title: "Votre transfert n’est pas accepté",
    text: "Nous avons cherché le transfert que vous avez annoncé. Il n’est pas accepté, pour la raison qui suit. Si votre argent est bien parti, vérifiez le numéro et annoncez-le à nouveau, ou répondez à ce message.",
  },
  en: {
    subject: (label: string) => `Transfer not found: ${label}`,
    preheader: "The transfer that you announced is not accepted.",
    title: "Your transfer is not accepted",
    text: "We looked for the transfer that you announced. It is not accepted, for the reason below. If your money did leave, check the number and announce it again, or answer this message.",
  },
};

/** Staff did not find the transfer that its payer announced, and say why. */
export const transferRefusedMail = (order: ByHandOrder & { reason: string }): Mail =>
  byHandMail("transfer-refused", order, TEXTS[order.language], order.reason);
