import { formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";
import type { MembershipType } from "../types/membership-types.record.ts";

export type MembershipEnding = Addressee & {
  last_name: string;
  /** Absent when staff removed it since. */
  type: Pick<MembershipType, "name" | "name_en"> | null;
  /** yyyy-mm-dd, its last day. */
  end: string;
  /** Until then; below zero when it is over. */
  daysLeft: number;
  /** Of the form that has everything filled in. */
  renewal: string;
  is_test?: boolean;
};

type Texts = {
  subject: (days: number) => string;
  running: (days: number, date: string) => string;
  over: (date: string) => string;
  early: string;
  late: string;
  member: string;
  type: string;
  end: string;
  button: string;
  filled: string;
  reason: string;
};

const TEXTS = {
  fr: {
    subject(days) {
      if (days < 0) return "Votre adhésion a pris fin";
      if (days === 0) return "Votre adhésion se termine aujourd’hui";
      return days === 1
        ? "Votre adhésion se termine demain"
        : `Votre adhésion se termine dans ${days} jours`;
    },
    running: (days, date) =>
      days === 0
        ? `Votre adhésion à la fédération est valable jusqu’à ce soir, le ${date}.`
        : `Votre adhésion à la fédération est valable jusqu’au ${date}.`,
    over: (date) => `Votre adhésion à la fédération a pris fin le ${date}.`,
    early: "Si vous la renouvelez maintenant, vous gardez les jours qui restent.",
    late: "Vous pouvez la reprendre quand vous voulez : elle repart pour un an, à compter du paiement.",
    member: "Membre",
    type: "Adhésion",
    end: "Dernier jour",
    button: "Renouveler mon adhésion",
    filled: "Le formulaire est déjà rempli : vérifiez-le, puis envoyez-le.",
    reason:
      "Vous recevez ce message parce que vous êtes, ou étiez récemment, membre de la fédération. Pour ne plus recevoir ces rappels, répondez-nous.",
  },
  en: {
    subject(days) {
      if (days < 0) return "Your membership has ended";
      if (days === 0) return "Your membership ends today";
      return days === 1 ? "Your membership ends tomorrow" : `Your membership ends in ${days} days`;
    },
    running: (days, date) =>
      days === 0
        ? `Your federation membership is valid until tonight, ${date}.`
        : `Your federation membership is valid until ${date}.`,
    over: (date) => `Your federation membership ended on ${date}.`,
    early: "If you renew it now, you keep the days that are left.",
    late: "You can take it up again whenever you like: it then runs for a year from the payment.",
    member: "Member",
    type: "Membership",
    end: "Last day",
    button: "Renew my membership",
    filled: "The form is already filled in: check it, then send it.",
    reason:
      "You receive this message because you are, or recently were, a member of the federation. To stop these reminders, reply to us.",
  },
} satisfies Record<Language, Texts>;

/** A membership ends soon, today, or did lately. */
export function membershipEndingMail(data: MembershipEnding): Mail {
  const { language, type, daysLeft: days } = data;
  const texts: Texts = TEXTS[language];
  const date = formatDate(language, data.end);
  const isOver = days < 0;
  return composeMail({
    template: "membership-ending",
    language,
    recipient: data.email,
    subject: texts.subject(days),
    preheader: isOver ? texts.late : texts.early,
    title: texts.subject(days),
    parts: [
      { text: greeting(language, data.first_name) },
      { text: isOver ? texts.over(date) : texts.running(days, date) },
      {
        rows: [
          [texts.member, `${data.first_name} ${data.last_name}`],
          ...(type ? [[texts.type, localized(type, "name", language)] as const] : []),
          [texts.end, date],
        ],
      },
      { text: isOver ? texts.late : texts.early },
      { button: texts.button, to: `/membership/renewal/${data.renewal}` },
      { text: texts.filled },
    ],
    reason: texts.reason,
    isTest: data.is_test,
  });
}
