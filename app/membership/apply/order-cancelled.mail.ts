import { type Currency, formatAmount } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";
import type { MembershipType } from "../types/membership-types.record.ts";

export type OrderCancelled = Addressee & {
  /** Its money is none. */
  is_test?: boolean;
  /** Absent when staff removed it since. */
  type: Pick<MembershipType, "name" | "name_en"> | null;
  amount: number;
  currency: Currency;
};

const TEXTS = {
  fr: {
    subject: "Votre demande d’adhésion n’attend plus de paiement",
    title: "Il n’y a plus rien à payer",
    cancelled:
      "La fédération a annulé le paiement qui restait à faire pour votre adhésion. Ne payez plus : un paiement qui serait déjà en route est compté, ou rendu.",
    type: "Adhésion",
    amount: "Montant annulé",
    again:
      "Vous souhaitez toujours adhérer ? Faites une nouvelle demande, ou passez à la fédération.",
    link: "Voir les adhésions",
    reason:
      "Vous recevez ce message parce qu’une demande d’adhésion a été faite avec cette adresse.",
  },
  en: {
    subject: "Your membership application no longer needs a payment",
    title: "There is nothing left to pay",
    cancelled:
      "The federation has cancelled what was still due for your membership. Please pay nothing more: a payment that is already on its way will be counted, or returned.",
    type: "Membership",
    amount: "Cancelled amount",
    again: "Would you still like to join? Apply again, or come to the federation.",
    link: "See the memberships",
    reason: "You receive this message because a membership application was made with this address.",
  },
} satisfies Record<Language, Record<string, string>>;

/** Staff cancelled what somebody still had to pay for a membership. */
export function orderCancelledMail(data: OrderCancelled): Mail {
  const { language, type, amount, currency } = data;
  const texts = TEXTS[language];
  return composeMail({
    template: "order-cancelled",
    language,
    recipient: data.email,
    isTest: data.is_test,
    subject: texts.subject,
    preheader: texts.title,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.cancelled },
      {
        rows: [
          ...(type ? [[texts.type, localized(type, "name", language)] as const] : []),
          [texts.amount, formatAmount(language, amount, currency)],
        ],
      },
      { text: texts.again },
      { link: texts.link, to: "/membership" },
    ],
    reason: texts.reason,
  });
}
