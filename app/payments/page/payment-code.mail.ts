import { MINUTE } from "../../core/values/durations.ts";
import type { Language } from "../../i18n/languages.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { CODE_MS } from "../orders/find-payment.ts";

type PaymentCode = { language: Language; recipient: string; code: string; receipt: string };

const MINUTES = CODE_MS / MINUTE;

const TEXTS = {
  fr: {
    subject: "Votre code pour retrouver un paiement",
    preheader: `Il est valable ${MINUTES} minutes.`,
    title: "Retrouver un paiement",
    asked:
      "Quelqu’un, sans doute vous, a demandé sur notre site à retrouver les paiements faits avec cette adresse. Saisissez ce code sur la page qui vous le demande, ou ouvrez-la avec le bouton.",
    code: "Code",
    valid: "Valable",
    minutes: `${MINUTES} minutes`,
    button: "Ouvrir la page",
    ignore: "Si ce n’était pas vous, ignorez ce message et ne donnez ce code à personne.",
    reason:
      "Vous recevez ce message parce que cette adresse a été saisie sur notre site pour retrouver un paiement.",
  },
  en: {
    subject: "Your code to find a payment",
    preheader: `It is valid for ${MINUTES} minutes.`,
    title: "Find a payment",
    asked:
      "Somebody, probably you, asked on our website to find the payments made with this address. Type this code on the page that asks for it, or open that page with the button.",
    code: "Code",
    valid: "Valid for",
    minutes: `${MINUTES} minutes`,
    button: "Open the page",
    ignore: "If this was not you, ignore this message and do not give this code to anybody.",
    reason:
      "You receive this message because this address was entered on our website to find a payment.",
  },
} satisfies Record<Language, Record<string, string>>;

/** The code that opens the payments of an address. It is sent whether there are any. */
export function paymentCodeMail({ language, recipient, code, receipt }: PaymentCode): Mail {
  const texts = TEXTS[language];
  return composeMail({
    template: "payment-code",
    language,
    recipient,
    subject: texts.subject,
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: texts.asked },
      {
        rows: [
          [texts.code, code],
          [texts.valid, texts.minutes],
        ],
      },
      { button: texts.button, to: `/payments/code/${receipt}` },
      { text: texts.ignore },
    ],
    reason: texts.reason,
  });
}
