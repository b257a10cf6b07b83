import type { Language } from "../i18n/languages.ts";
import { composeMail } from "../mail/layout.ts";
import type { Addressee, Mail } from "../mail/mail.ts";
import { greeting } from "../mail/mail-labels.ts";

/** `refusal` is why staff refused; null when the data was erased. */
export type ErasureDecided = Addressee & { refusal: string | null };

const TEXTS = {
  fr: {
    done: "Vos données sont effacées",
    doneText: "Vous nous aviez demandé d’effacer vos données. C’est fait.",
    stays:
      "Si vous avez payé quelque chose, les règles comptables nous obligent à garder votre nom et le montant pendant 10 ans, sans votre date de naissance, votre téléphone ni votre e-mail. Ce message lui-même s’efface de notre site après 90 jours.",
    refused: "Votre demande d’effacement",
    refusedText:
      "Vous nous aviez demandé d’effacer vos données. Nous ne pouvons pas le faire pour le moment.",
    why: "Pourquoi",
    again: "Vous pouvez nous répondre, ou refaire votre demande plus tard.",
    button: "Vos droits",
    reason:
      "Vous recevez ce message parce que vous avez demandé l’effacement de vos données sur notre site.",
  },
  en: {
    done: "Your data has been erased",
    doneText: "You asked us to erase your data: it is done.",
    stays:
      "If you paid for something, accounting rules require us to keep your name and the amount for 10 years, without your date of birth, phone or e-mail. This message itself is erased from our website after 90 days.",
    refused: "Your request for erasure",
    refusedText: "You asked us to erase your data. We cannot do so for the moment.",
    why: "Why",
    again: "You can reply to us, or ask again later.",
    button: "Your rights",
    reason: "You receive this message because you asked for your data to be erased on our website.",
  },
} satisfies Record<Language, Record<string, string>>;

/** Tells whoever asked to be erased what became of it. */
export function erasureDecidedMail({ email, first_name, language, refusal }: ErasureDecided): Mail {
  const texts = TEXTS[language];
  const subject = refusal === null ? texts.done : texts.refused;
  return composeMail({
    template: "erasure-decided",
    language,
    recipient: email,
    subject,
    preheader: refusal === null ? texts.doneText : texts.refusedText,
    title: subject,
    parts: [
      { text: greeting(language, first_name) },
      ...(refusal === null
        ? [{ text: texts.doneText }, { text: texts.stays }]
        : [
            { text: texts.refusedText },
            { rows: [[texts.why, refusal] as const] },
            { text: texts.again },
          ]),
      { button: texts.button, to: "/privacy" },
    ],
    reason: texts.reason,
  });
}
