import type { Mail } from "../../mail/mail.ts";
import { type OfflineOrder, offlinePaymentMail } from "./offline-payment-mail.server.ts";

const TEXTS = {
  fr: {
    subject: (label: string) => `Transfert non trouvé\u202f: ${label}`,
    preheader: "Le transfert que vous avez annoncé n’est pas accepté.",
    title: "Votre transfert n’est pas accepté",
    text: "Nous avons cherché le transfert que vous avez annoncé. Il n’est pas accepté, pour la raison qui suit. Si votre argent est bien parti, vérifiez le numéro et annoncez-le à nouveau, ou répondez à ce message.",
  },
  en: {
    subject: (label: string) => `Transfer not found: ${label}`,
    preheader: "We could not accept the transfer that you told us about.",
    title: "Your transfer was not accepted",
    text: "We looked for the transfer that you told us about. We could not accept it, for the reason below. If the money did leave your account, check the number and send it to us again, or reply to this message.",
  },
};

/** Staff did not find the transfer that its payer announced, and say why. */
export const transferRefusedMail = (order: OfflineOrder & { reason: string }): Mail =>
  offlinePaymentMail("transfer-refused", order, TEXTS[order.language], order.reason);
