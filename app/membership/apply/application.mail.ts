import { type Currency, formatAmount, formatDate } from "../../i18n/format.ts";
import { type Bilingual, composeMail, priceWords } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import type { AmountOwed } from "../../payments/offline/offline-payment.ts";
import { offlinePaymentParts } from "../../payments/payments.mail.ts";
import { type MailedType, typeFact } from "../renewal/membership.mail.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import type { Renewal } from "./membership.system.server.ts";

export type ApplicationReceived = Addressee & {
  type: Pick<MembershipType, "name" | "name_en" | "price" | "currency">;
  /** The application's own. */
  token: string;
  /** The order that it waits for is none of real money. */
  is_test?: boolean;
  /** What is to be paid, at the federation too. */
  toPay?: { owed: AmountOwed; now: Date };
  /** It can be paid online. */
  isOnline?: boolean;
  /** Its person has a membership that is suspended: nothing can be paid. */
  isSuspended?: boolean;
  /** The membership that its person has already, which the payment prolongs. */
  renewal?: Renewal;
  /** Of one that the same person has already, and that waits too. */
  earlier?: string;
};

const applicationPath = (token: string) => `/membership/application/${token}`;

/** Says what happens next: staff get in touch for a free type, a payment completes the others. */
export function applicationReceivedMail(data: ApplicationReceived): Mail {
  const { language, type, toPay, isOnline, earlier, renewal, isSuspended } = data;
  const isFree = type.price === 0;
  const to = applicationPath(data.token);
  return composeMail({
    template: "application-received",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    isTest: data.is_test,
    subject: {
      fr: "Votre demande d’adhésion est enregistrée",
      en: "Your membership application is recorded",
    },
    preheader: isSuspended
      ? { fr: "Votre adhésion est suspendue.", en: "Your membership is suspended." }
      : isFree
        ? { fr: "Notre équipe prendra contact avec vous.", en: "Our team will contact you." }
        : { fr: "Il reste une étape : le paiement.", en: "One step is left: the payment." },
    title: { fr: "Demande bien reçue", en: "Application received" },
    parts: [
      {
        fr: "Nous avons enregistré votre demande d’adhésion à la fédération.",
        en: "We have recorded your application to join the federation.",
      },
      {
        facts: [
          typeFact(language, type),
          data.organisation ? [{ fr: "Pour", en: "For" }, data.organisation] : null,
          [
            { fr: "Montant", en: "Amount" },
            isFree
              ? { fr: "À convenir avec la fédération", en: "To be agreed with the federation" }
              : priceWords(language, type.price, type.currency),
          ],
        ],
      },
      ...(isSuspended
        ? [
            {
              fr: "Votre adhésion est suspendue\u202f: vous n’avez rien à payer. Écrivez à la fédération pour savoir pourquoi, et comment contester cette décision.",
              en: "Your membership is suspended: there is nothing to pay. Write to the federation to find out why, and how to appeal.",
            },
            { link: { fr: "Voir ma demande", en: "See my application" }, to },
          ]
        : isFree
          ? [
              {
                fr: "Cette adhésion fait l’objet d’un accord avec vous : notre équipe étudie votre demande et prendra contact avec vous. Vous n’avez rien à payer maintenant.",
                en: "This membership is by agreement: our team is reviewing your application and will contact you. There is nothing to pay now.",
              },
              { link: { fr: "Voir ma demande", en: "See my application" }, to },
            ]
          : [
              renewal && renewalWords(renewal),
              {
                fr: "Il reste une étape : votre adhésion est active dès que le paiement est confirmé.",
                en: "One step is left: your membership is active as soon as the payment is confirmed.",
              },
              isOnline && {
                fr: "Payez en ligne avec le bouton ci-dessous, ou à la fédération :",
                en: "Pay online with the button below, or at the federation:",
              },
              ...(toPay ? offlinePaymentParts(language, toPay.owed, toPay.now) : []),
              { button: { fr: "Payer mon adhésion", en: "Pay for my membership" }, to },
              {
                fr: "Vous avez déjà payé ? Vous recevrez votre reçu dès que le paiement est confirmé.",
                en: "Already paid? You will get your receipt as soon as the payment is confirmed.",
              },
            ]),
      ...(earlier
        ? [
            {
              fr: "Vous aviez déjà une demande en cours pour cette adhésion. Une seule suffit : gardez celle que vous préférez.",
              en: "You already had an application under way for this membership. One is enough: keep the one you prefer.",
            },
            {
              link: { fr: "Voir ma première demande", en: "See my first application" },
              to: applicationPath(earlier),
            },
          ]
        : []),
    ],
    reason: {
      fr: "Vous recevez ce message parce qu’une demande d’adhésion a été faite avec cette adresse sur notre site. Si ce n’était pas vous, ignorez-le.",
      en: "You are receiving this message because a membership application was made with this address on our website. If this was not you, ignore it.",
    },
  });
}

/** So that nobody pays a second time without knowing it. */
function renewalWords({ end, until }: Renewal): Bilingual {
  if (end === null)
    return {
      fr: "Vous avez déjà une adhésion active, sans date de fin : vous n’avez rien à payer.",
      en: "You already have an active membership, with no end date: you have nothing to pay.",
    };
  return {
    fr: `Vous avez déjà une adhésion active, valable jusqu’au ${formatDate("fr", end)}. Ce paiement la renouvelle à partir de cette date, jusqu’au ${formatDate("fr", until)}. Si vous ne voulez pas la renouveler maintenant, vous n’avez rien à faire.`,
    en: `You already have an active membership, valid until ${formatDate("en", end)}. This payment renews it from that date, until ${formatDate("en", until)}. If you do not want to renew it now, you have nothing to do.`,
  };
}

export type OrderCancelled = Addressee & {
  /** Its money is none. */
  is_test?: boolean;
  type: MailedType;
  amount: number;
  currency: Currency;
  /** A part of the price that was received, and is refunded. */
  received?: number;
};

/** Staff cancelled what somebody still had to pay for a membership. */
export function orderCancelledMail(data: OrderCancelled): Mail {
  const { language, received = 0 } = data;
  const sum = received > 0 && formatAmount(language, received, data.currency);
  return composeMail({
    template: "order-cancelled",
    language,
    recipient: data.email,
    firstName: data.first_name,
    organisation: data.organisation,
    isTest: data.is_test,
    subject: {
      fr: "Votre demande d’adhésion n’attend plus de paiement",
      en: "Your membership application no longer needs a payment",
    },
    title: { fr: "Il n’y a plus rien à payer", en: "There is nothing left to pay" },
    parts: [
      {
        fr: "La fédération a annulé le paiement qui restait à faire pour votre adhésion. Ne payez plus : un paiement déjà envoyé sera pris en compte ou remboursé.",
        en: "The federation has cancelled what was still due for your membership. Please pay nothing more: a payment that has already been sent will be counted or refunded.",
      },
      {
        facts: [
          typeFact(language, data.type),
          [
            { fr: "Montant annulé", en: "Cancelled amount" },
            formatAmount(language, data.amount, data.currency),
          ],
        ],
      },
      sum && {
        fr: `Nous avions reçu ${sum} : cette somme vous sera remboursée.`,
        en: `We had received ${sum}, which will be refunded.`,
      },
      {
        fr: "Vous souhaitez toujours adhérer ? Faites une nouvelle demande, ou passez à la fédération.",
        en: "Would you still like to join? Apply again, or come to the federation.",
      },
      { link: { fr: "Voir les adhésions", en: "See the memberships" }, to: "/membership" },
    ],
    reason: {
      fr: "Vous recevez ce message parce qu’une demande d’adhésion a été faite avec cette adresse.",
      en: "You are receiving this message because a membership application was made with this address.",
    },
  });
}
