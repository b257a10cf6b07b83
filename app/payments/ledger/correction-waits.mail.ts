import type { Mail } from "../../mail/mail.ts";
import { composeMoneyWait, type MoneyWait } from "./money-wait.ts";

/** Tells everybody who is warned that somebody wants to take back cash that was counted, and agrees alone. */
export const correctionWaitsMail = (wait: MoneyWait): Mail =>
  composeMoneyWait(wait, {
    template: "correction-waits",
    subject: (sum) => `Encaissement de ${sum} à corriger`,
    happened:
      "Une personne veut annuler cet encaissement en espèces, alors que sa caisse a été comptée ou remise depuis. Personne d’autre ne peut l’approuver\u202f: la correction attend donc une journée.",
    advice: "Si cela vous surprend, comptez la caisse et demandez où est cet argent.",
  });
