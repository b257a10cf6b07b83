import type { Mail } from "../../mail/mail.ts";
import { composeMoneyWait, type MoneyWait } from "../ledger/money-wait.ts";

/** Tells everybody who is warned that a large refund is approved by one person alone, after a day. */
export const refundWaitsMail = (wait: MoneyWait): Mail =>
  composeMoneyWait(wait, {
    template: "refund-waits",
    subject: (sum) => `Remboursement de ${sum}`,
    happened:
      "Une personne veut approuver ce remboursement. Personne d’autre ne peut le faire à sa place\u202f: il attend donc une journée avant de pouvoir être approuvé.",
    advice:
      "Si cela vous surprend, retirez cette demande et parlez-en tout de suite avec une autre personne de l’administration.",
  });
