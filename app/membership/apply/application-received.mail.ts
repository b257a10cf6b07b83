import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting, priceWords } from "../../mail/mail-labels.ts";
import type { AmountOwed } from "../../payments/offline/by-hand.ts";
import { byHandParts } from "../../payments/offline/by-hand-mail.server.ts";
import type { MembershipType } from "../types/membership-types.record.ts";

export type ApplicationReceived = Addressee & {
  type: Pick<MembershipType, "name" | "name_en" | "price" | "currency">;
  /** The application's own. */
  token: string;
  /** The order that it waits for is none of real money. */
  is_test?: boolean;
  /** What is to be paid at the federation, where nothing online takes it. */
  byHand?: { owed: AmountOwed; now: Date };
  /** Of one that the same person has already, and that waits too. */
  earlier?: string;
};

type Texts = Record<
  | "subject"
  | "title"
  | "received"
  | "type"
  | "price"
  | "freePreheader"
  | "freeNext"
  | "freePrice"
  | "freeLink"
  | "payPreheader"
  | "payNext"
  | "payButton"
  | "payLater"
  | "earlier"
  | "earlierLink"
  | "reason",
  string
>;

const TEXTS = {
  fr: {
    subject: "Votre demande d’adhésion est enregistrée",
    title: "Demande bien reçue",
    received: "Nous avons enregistré votre demande d’adhésion à la fédération.",
    type: "Adhésion",
    price: "Montant",
    freePreheader: "Notre équipe prendra contact avec vous.",
    freeNext:
      "Cette adhésion se décide avec vous : notre équipe étudie votre demande et prendra contact avec vous. Vous n’avez rien à payer maintenant.",
    freePrice: "À convenir avec la fédération",
    freeLink: "Voir ma demande",
    payPreheader: "Il reste une étape : le paiement.",
    payNext: "Il reste une étape : votre adhésion est active dès que le paiement est confirmé.",
    payButton: "Payer mon adhésion",
    payLater: "Vous avez déjà payé ? Vous recevrez votre reçu dès que le paiement est confirmé.",
    earlier:
      "Vous aviez déjà une demande en cours pour cette adhésion. Une seule suffit : gardez celle que vous préférez.",
    earlierLink: "Voir ma première demande",
    reason:
      "Vous recevez ce message parce qu’une demande d’adhésion a été faite avec cette adresse sur notre site. Si ce n’est pas vous, ignorez-le.",
  },
  en: {
    subject: "Your membership application is recorded",
    title: "Application received",
    received: "We have recorded your application to join the federation.",
    type: "Membership",
    price: "Amount",
    freePreheader: "Our team will contact you.",
    freeNext:
      "This membership is agreed with you: our team is looking at your application and will contact you. There is nothing to pay now.",
    freePrice: "To be agreed with the federation",
    freeLink: "See my application",
    payPreheader: "One step is left: the payment.",
    payNext: "One step is left: your membership is active as soon as the payment is confirmed.",
    payButton: "Pay for my membership",
    payLater: "Already paid? You will get your receipt as soon as the payment is confirmed.",
    earlier:
      "You already had an application under way for this membership. One is enough: keep the one you prefer.",
    earlierLink: "See my first application",
    reason:
      "You receive this message because a membership application was made with this address on our website. If this was not you, ignore it.",
  },
} satisfies Record<Language, Texts>;

/** Says what happens next: staff get in touch for a free type, a payment completes the others. */
export function applicationReceivedMail(data: ApplicationReceived): Mail {
  const { language, type } = data;
  const texts = TEXTS[language];
  const free = type.price === 0;
  const to = `/membership/application/${data.token}`;
  const price = free ? texts.freePrice : priceWords(language, type.price, type.currency);
  return composeMail({
    template: "application-received",
    language,
    recipient: data.email,
    isTest: data.is_test,
    subject: texts.subject,
    preheader: free ? texts.freePreheader : texts.payPreheader,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.received },
      {
        rows: [
          [texts.type, localized(type, "name", language)],
          [texts.price, price],
        ],
      },
      ...(free
        ? [{ text: texts.freeNext }, { link: texts.freeLink, to }]
        : [
            { text: texts.payNext },
            ...(data.byHand ? byHandParts(language, data.byHand.owed, data.byHand.now) : []),
            { button: texts.payButton, to },
            { text: texts.payLater },
          ]),
      ...(data.earlier
        ? [
            { text: texts.earlier },
            { link: texts.earlierLink, to: `/membership/application/${data.earlier}` },
          ]
        : []),
    ],
    reason: texts.reason,
  });
}
