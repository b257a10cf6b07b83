import type { Language } from "../../i18n/languages.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { CODE_MS } from "./find-payment.ts";

type PaymentCode = { language: Language; recipient: string; code: string; receipt: string };

const MINUTES = CODE_MS / 60_000;

/** The code that opens the payments of an address. It is sent whether there are any. */
export function paymentCodeMail({ code, receipt, ...to }: PaymentCode): Mail {
  return composeMail({
    template: "payment-code",
    ...to,
    subject: {
      fr: "Votre code pour retrouver un paiement",
      en: "Your code to find a payment",
    },
    preheader: {
      fr: `Il est valable ${MINUTES} minutes.`,
      en: `It is valid for ${MINUTES} minutes.`,
    },
    title: { fr: "Retrouver un paiement", en: "Find a payment" },
    parts: [
      {
        fr: "Quelqu’un, sans doute vous, a demandé sur notre site à retrouver les paiements faits avec cette adresse. Saisissez ce code sur la page qui vous le demande, ou ouvrez-la avec le bouton.",
        en: "Somebody, probably you, asked on our website to find the payments made with this address. Type this code on the page that asks for it, or open that page with the button.",
      },
      {
        facts: [
          ["Code", code],
          [{ fr: "Valable", en: "Valid for" }, `${MINUTES} minutes`],
        ],
      },
      { button: { fr: "Ouvrir la page", en: "Open the page" }, to: `/payments/code/${receipt}` },
      {
        fr: "Si ce n’était pas vous, ignorez ce message et ne donnez ce code à personne.",
        en: "If this was not you, ignore this message and do not give this code to anybody.",
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que cette adresse a été saisie sur notre site pour retrouver un paiement.",
      en: "You receive this message because this address was entered on our website to find a payment.",
    },
  });
}
