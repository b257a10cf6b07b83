import { type Currency, formatAmount, formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import {
  ADDRESS_OBJECTION,
  type Bilingual,
  composeMail,
  type Fact,
  ME_LINK,
} from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { type LicenceSuspension, memberLabel } from "../members/members.ts";
import type { MembershipType } from "../types/membership-types.record.ts";

/** Null when staff deleted it. */
export type MailedType = Pick<MembershipType, "name" | "name_en"> | null;

export const typeFact = (language: Language, type: MailedType): Fact | null =>
  type && [{ fr: "Adhésion", en: "Membership" }, localized(type, "name", language)];

export type MembershipActive = Addressee & {
  /** It was paid with test money. */
  is_test?: boolean;
  last_name: string;
  type: MailedType;
  /** yyyy-mm-dd */
  period: { start: string; end: string };
  /** Another membership of the same person ran until now. */
  isRenewal?: boolean;
  /** Absent when staff accepted the application without a payment. */
  receipt?: { reference: string; amount: number; currency: Currency; paidAt: Date; page: string };
  /** Of a player: the number, and the page of the card. */
  licence?: { number: string; page: string };
  /** Their licence is suspended all the same, and has no card to show. */
  suspension?: LicenceSuspension;
};

/** A membership was activated, by a payment or by staff. */
export function membershipActiveMail(data: MembershipActive): Mail {
  const { language, period, receipt, licence } = data;
  const words = data.suspension ? suspendedWords(data, data.suspension) : welcomeWords(data);
  return composeMail({
    template: "membership-active",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    isTest: data.is_test,
    subject: words.subject,
    preheader: words.preheader,
    title: words.title,
    parts: [
      words.text,
      {
        facts: [
          receipt && [{ fr: "Référence", en: "Reference" }, receipt.reference],
          receipt && [{ fr: "Reçu de", en: "Received from" }, memberLabel(data)],
          typeFact(language, data.type),
          licence && [{ fr: "Licence", en: "Licence" }, licence.number],
          receipt && [
            { fr: "Montant payé", en: "Amount paid" },
            formatAmount(language, receipt.amount, receipt.currency),
          ],
          receipt && [
            { fr: "Date du paiement", en: "Payment date" },
            formatDate(language, receipt.paidAt),
          ],
          [{ fr: "Valable du", en: "Valid from" }, formatDate(language, period.start)],
          [{ fr: "Valable jusqu’au", en: "Valid until" }, formatDate(language, period.end)],
        ],
      },
      licence &&
        !data.suspension && {
          button: { fr: "Voir ma carte de licence", en: "See my licence card" },
          to: licence.page,
        },
      // What was only tried has no receipt.
      receipt &&
        !data.is_test && {
          button: { fr: "Voir et imprimer mon reçu", en: "See and print my receipt" },
          to: receipt.page,
        },
      data.suspension
        ? { link: { fr: "Écrire à la fédération", en: "Write to the federation" }, to: "/contact" }
        : {
            link: { fr: "Voir les compétitions à venir", en: "See the upcoming competitions" },
            to: "/events",
          },
      ME_LINK,
    ],
    reason: {
      fr: "Vous recevez ce message parce que votre adhésion à la fédération vient d’être activée.",
      en: "You are receiving this message because your membership has just been activated.",
    },
  });
}

type ActiveWords = Record<"subject" | "preheader" | "title" | "text", Bilingual>;

const referenceOf = ({ receipt }: MembershipActive) => (receipt ? ` (${receipt.reference})` : "");

function welcomeWords(data: MembershipActive): ActiveWords {
  const number = referenceOf(data);
  if (data.isRenewal) return renewalWords(data, number);
  return {
    subject: {
      fr: `Votre adhésion est active${number}`,
      en: `Your membership is active${number}`,
    },
    preheader: data.receipt
      ? {
          fr: "Bienvenue dans la fédération. Votre reçu s’ouvre depuis ce message.",
          en: "Welcome to the federation. Your receipt opens from this message.",
        }
      : {
          fr: "Bienvenue dans la fédération. Votre demande est acceptée.",
          en: "Welcome to the federation. Your application is accepted.",
        },
    title: { fr: "Bienvenue dans la fédération\u202f!", en: "Welcome to the federation!" },
    text: {
      fr: "Votre adhésion est active. Nous sommes heureux de vous compter parmi nous.",
      en: "Your membership is active. We are glad to have you with us.",
    },
  };
}

/** A member is not welcomed again. */
function renewalWords({ period }: MembershipActive, number: string): ActiveWords {
  const title = { fr: "Votre adhésion est renouvelée", en: "Your membership is renewed" };
  const text = {
    fr: `Elle est valable jusqu’au ${formatDate("fr", period.end)}. Merci de continuer avec nous.`,
    en: `It is valid until ${formatDate("en", period.end)}. Thank you for staying with us.`,
  };
  return {
    subject: { fr: `${title.fr}${number}`, en: `${title.en}${number}` },
    preheader: text,
    title,
    text,
  };
}

/** Of somebody whose licence stays suspended: the money has arrived, and lifts nothing. */
function suspendedWords(data: MembershipActive, { until }: LicenceSuspension): ActiveWords {
  const number = referenceOf(data);
  const done = data.receipt ? { fr: "payée", en: "paid" } : { fr: "acceptée", en: "accepted" };
  const title = {
    fr: `Votre adhésion est ${done.fr}, votre licence reste suspendue`,
    en: `Your membership is ${done.en}, your licence is still suspended`,
  };
  const preheader = until
    ? {
        fr: `Votre licence est suspendue jusqu’au ${formatDate("fr", until)}.`,
        en: `Your licence is suspended until ${formatDate("en", until)}.`,
      }
    : {
        fr: "Votre licence est suspendue jusqu’à nouvelle décision de la fédération.",
        en: "Your licence is suspended until the federation decides otherwise.",
      };
  return {
    subject: { fr: `${title.fr}${number}`, en: `${title.en}${number}` },
    preheader,
    title,
    text: {
      fr: `Votre adhésion est enregistrée. ${preheader.fr} Elle n’est pas acceptée lors d’un contrôle pendant ce temps. Pour savoir pourquoi, ou contester cette décision, écrivez à la fédération.`,
      en: `Your membership is recorded. ${preheader.en} It is not accepted at checks until then. To find out why, or to appeal, write to the federation.`,
    },
  };
}

export type MembershipReturned = Addressee & {
  is_test?: boolean;
  last_name: string;
  type: MailedType;
  /** yyyy-mm-dd, its last day; past days and today: it is over. */
  end: string;
  isOver: boolean;
};

/** The money of a membership went back, and with it the year that it had paid. */
export function membershipReturnedMail(data: MembershipReturned): Mail {
  const { language, isOver } = data;
  const end = formatDate(language, data.end);
  const news = isOver
    ? {
        fr: "Le paiement de votre adhésion vous est remboursé : votre adhésion a donc pris fin.",
        en: "The payment for your membership is refunded to you: the membership has therefore ended.",
      }
    : {
        fr: `Le paiement de votre renouvellement vous est remboursé : l’année qu’il ajoutait est retirée. Votre adhésion reste valable jusqu’au ${end}.`,
        en: `The payment for your renewal is refunded to you: the year it added has been taken off. Your membership stays valid until ${end}.`,
      };
  return composeMail({
    template: "membership-returned",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    isTest: data.is_test,
    subject: isOver
      ? { fr: "Votre adhésion est annulée", en: "Your membership is cancelled" }
      : { fr: "Votre renouvellement est annulé", en: "Your renewal is cancelled" },
    preheader: news,
    parts: [
      news,
      {
        facts: [
          [{ fr: "Membre", en: "Member" }, memberLabel(data)],
          typeFact(language, data.type),
          // Of a membership that is over, the first year would end on the day when it began.
          isOver ? null : [{ fr: "Dernier jour", en: "Last day" }, end],
        ],
      },
      {
        fr: "Si cela vous surprend, répondez à ce message. Vous pouvez adhérer de nouveau quand vous voulez.",
        en: "If this is unexpected, reply to this message. You can join again whenever you like.",
      },
      { link: { fr: "Voir les adhésions", en: "See the memberships" }, to: "/membership" },
    ],
    reason: {
      fr: "Vous recevez ce message parce que le paiement de votre adhésion à la fédération vous est remboursé.",
      en: "You are receiving this message because the payment for your membership is refunded to you.",
    },
  });
}

export type MembershipEnding = Addressee & {
  last_name: string;
  type: MailedType;
  /** yyyy-mm-dd, its last day. */
  end: string;
  /** Negative after the end. */
  daysLeft: number;
  /** The token of the prefilled form. */
  renewal: string;
  is_test?: boolean;
};

/** A membership ends soon or today, or ended recently. */
export function membershipEndingMail(data: MembershipEnding): Mail {
  const { language, daysLeft } = data;
  const end = formatDate(language, data.end);
  const advice =
    daysLeft < 0
      ? {
          fr: "Vous pouvez la renouveler à tout moment : elle durera alors un an à compter du paiement.",
          en: "You can renew it at any time: it then runs for a year from the payment.",
        }
      : {
          fr: "Si vous la renouvelez maintenant, vous gardez les jours qui restent.",
          en: "If you renew it now, you keep the days that are left.",
        };
  return composeMail({
    template: "membership-ending",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    isTest: data.is_test,
    subject: endingSubject(daysLeft),
    preheader: advice,
    parts: [
      endingNotice(daysLeft, end),
      {
        facts: [
          [{ fr: "Membre", en: "Member" }, memberLabel(data)],
          typeFact(language, data.type),
          [{ fr: "Dernier jour", en: "Last day" }, end],
        ],
      },
      advice,
      {
        button: { fr: "Renouveler mon adhésion", en: "Renew my membership" },
        to: `/membership/renewal/${data.renewal}`,
      },
      {
        fr: "Le formulaire est déjà rempli : vérifiez-le, puis envoyez-le.",
        en: "The form is already filled in: check it, then send it.",
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que vous êtes, ou étiez récemment, membre de la fédération. Pour ne plus recevoir ces rappels, répondez-nous.",
      en: "You are receiving this message because you are, or recently were, a member of the federation. To stop these reminders, reply to us.",
    },
  });
}

function endingSubject(days: number): Bilingual {
  if (days < 0) return { fr: "Votre adhésion a pris fin", en: "Your membership has ended" };
  if (days === 0) {
    return { fr: "Votre adhésion se termine aujourd’hui", en: "Your membership ends today" };
  }
  if (days === 1) {
    return { fr: "Votre adhésion se termine demain", en: "Your membership ends tomorrow" };
  }
  return {
    fr: `Votre adhésion se termine dans ${days} jours`,
    en: `Your membership ends in ${days} days`,
  };
}

function endingNotice(days: number, end: string): Bilingual {
  if (days < 0) {
    return {
      fr: `Votre adhésion à la fédération a pris fin le ${end}.`,
      en: `Your federation membership ended on ${end}.`,
    };
  }
  if (days === 0) {
    return {
      fr: `Votre adhésion à la fédération est valable jusqu’à ce soir, le ${end}.`,
      en: `Your federation membership is valid until tonight, ${end}.`,
    };
  }
  return {
    fr: `Votre adhésion à la fédération est valable jusqu’au ${end}.`,
    en: `Your federation membership is valid until ${end}.`,
  };
}

/** To the new address of a membership, with the link to its page, if it has one. */
export function membershipAddressMail(member: Addressee & { token: string | null }): Mail {
  return composeMail({
    template: "membership-address",
    language: member.language,
    recipient: member.email,
    firstName: member.first_name,
    organisation: member.organisation,
    subject: {
      fr: "Changement d’adresse e-mail de votre adhésion",
      en: "Change of e-mail address of your membership",
    },
    title: {
      fr: "Nous vous écrirons à cette adresse",
      en: "We will write to you at this address",
    },
    parts: [
      {
        fr: "La fédération a corrigé l’adresse e-mail de votre adhésion. Nos prochains messages arriveront ici ; les liens des précédents ne sont plus valables.",
        en: "The federation has corrected the e-mail address of your membership. Our next messages will come here; the links in earlier ones are no longer valid.",
      },
      member.token !== null && {
        button: { fr: "Voir mon adhésion", en: "See my membership" },
        to: `/membership/application/${member.token}`,
      },
      ...ADDRESS_OBJECTION,
    ],
    reason: {
      fr: "Vous recevez ce message parce que la fédération a corrigé votre adresse e-mail.",
      en: "You are receiving this message because the federation has corrected your e-mail address.",
    },
  });
}

/** To the former address of a membership, which may be somebody else's: without any personal data. */
export function membershipReaddressedMail(member: Pick<Addressee, "language" | "email">): Mail {
  return composeMail({
    template: "membership-readdressed",
    language: member.language,
    recipient: member.email,
    firstName: "",
    subject: {
      fr: "Changement d’adresse e-mail d’une adhésion",
      en: "Change of e-mail address of a membership",
    },
    title: {
      fr: "Cette adhésion a changé d’adresse e-mail",
      en: "This membership now has another e-mail address",
    },
    parts: [
      {
        fr: "La fédération a corrigé l’adresse e-mail d’une adhésion qui utilisait cette adresse. Les liens de nos messages précédents ne l’ouvrent plus : nous avons écrit à la nouvelle adresse.",
        en: "The federation has corrected the e-mail address of a membership that used this address. The links in our earlier messages no longer open it: we have written to the new address.",
      },
      ...ADDRESS_OBJECTION,
    ],
    reason: {
      fr: "Vous recevez ce message parce qu’une adhésion à la fédération utilisait cette adresse e-mail.",
      en: "You are receiving this message because a federation membership used this e-mail address.",
    },
  });
}
