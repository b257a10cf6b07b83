import { type Currency, formatAmount, formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";
import type { MembershipType } from "../types/membership-types.record.ts";

export type MembershipActive = Addressee & {
  /** Its money is none. */
  is_test?: boolean;
  last_name: string;
  /** Absent when staff removed it since. */
  type: Pick<MembershipType, "name" | "name_en"> | null;
  /** yyyy-mm-dd */
  period: { start: string; end: string };
  receipt: { reference: string; amount: number; currency: Currency; paidAt: Date };
};

type Texts = Record<
  | "subject"
  | "preheader"
  | "title"
  | "active"
  | "reference"
  | "payer"
  | "type"
  | "amount"
  | "date"
  | "start"
  | "end"
  | "keep"
  | "site"
  | "reason",
  string
>;

const TEXTS = {
  fr: {
    subject: "Votre adhésion est active",
    preheader: "Bienvenue dans la fédération. Votre reçu est dans ce message.",
    title: "Bienvenue dans la fédération !",
    active: "Votre adhésion est active. Nous sommes heureux de vous compter parmi nous.",
    reference: "Référence",
    payer: "Reçu de",
    type: "Adhésion",
    amount: "Montant payé",
    date: "Date du paiement",
    start: "Valable du",
    end: "Valable jusqu’au",
    keep: "Ce message est votre reçu : conservez-le.",
    site: "Voir les compétitions à venir",
    reason:
      "Vous recevez ce message parce que votre adhésion à la fédération vient d’être activée.",
  },
  en: {
    subject: "Your membership is active",
    preheader: "Welcome to the federation. Your receipt is in this message.",
    title: "Welcome to the federation!",
    active: "Your membership is active. We are glad to have you with us.",
    reference: "Reference",
    payer: "Received from",
    type: "Membership",
    amount: "Amount paid",
    date: "Payment date",
    start: "Valid from",
    end: "Valid until",
    keep: "This message is your receipt: please keep it.",
    site: "See the upcoming competitions",
    reason: "You receive this message because your membership has just been activated.",
  },
} satisfies Record<Language, Texts>;

/** The membership began; with its receipt. */
export function membershipActiveMail(data: MembershipActive): Mail {
  const { language, type, period, receipt } = data;
  const texts = TEXTS[language];
  return composeMail({
    template: "membership-active",
    language,
    recipient: data.email,
    isTest: data.is_test,
    subject: `${texts.subject} (${receipt.reference})`,
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.active },
      {
        rows: [
          [texts.reference, receipt.reference],
          [texts.payer, `${data.first_name} ${data.last_name}`],
          ...(type ? [[texts.type, localized(type, "name", language)] as const] : []),
          [texts.amount, formatAmount(language, receipt.amount, receipt.currency)],
          [texts.date, formatDate(language, receipt.paidAt)],
          [texts.start, formatDate(language, period.start)],
          [texts.end, formatDate(language, period.end)],
        ],
      },
      { text: texts.keep },
      { link: texts.site, to: "/events" },
    ],
    reason: texts.reason,
  });
}
