import { formatAmount, formatDate } from "../../i18n/format.ts";
import { composeMail, ME_LINK, type Part } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Order } from "../../payments/payments.table.server.ts";

type Bought = Pick<
  Order,
  | "payer_email"
  | "payer_name"
  | "language"
  | "label_fr"
  | "label_en"
  | "reference"
  | "token"
  | "price_amount"
  | "price_currency"
  | "mode"
>;

const REASON = {
  fr: "Vous recevez ce message parce qu’un club a commandé des licences avec cette adresse.",
  en: "You are receiving this message because a club ordered licences with this address.",
};

const to = (order: Bought) => ({
  language: order.language,
  recipient: order.payer_email,
  organisation: order.payer_name,
  firstName: order.payer_name,
  isTest: order.mode === "test",
  reason: REASON,
});

const what = (order: Bought) =>
  [
    { fr: "Objet", en: "For" },
    { fr: order.label_fr, en: order.label_en },
  ] as const;

const amount = (order: Bought) =>
  formatAmount(order.language, order.price_amount, order.price_currency);

/** Licences that a club bought are paid: it can give them. */
export function licencesBoughtMail(order: Bought & { until: string }): Mail {
  const { language, reference } = order;
  return composeMail({
    ...to(order),
    template: "licences-bought",
    subject: {
      fr: `Les licences de votre club sont payées (${reference})`,
      en: `Your club’s licences are paid for (${reference})`,
    },
    title: {
      fr: "Les licences de votre club sont payées",
      en: "Your club’s licences are paid for",
    },
    parts: [
      {
        fr: "Elles s’ajoutent à celles de l’adhésion. Invitez vos joueurs depuis Mon espace.",
        en: "They are added to those included in the membership. Invite your players from My space.",
      },
      {
        facts: [
          [{ fr: "Référence", en: "Reference" }, reference],
          what(order),
          [{ fr: "Montant payé", en: "Amount paid" }, amount(order)],
          [{ fr: "Valables jusqu’au", en: "Valid until" }, formatDate(language, order.until)],
        ],
      },
      // What was only tried has no receipt.
      order.mode === "live" && {
        button: { fr: "Voir et imprimer mon reçu", en: "See and print my receipt" },
        to: `/payments/${order.token}`,
      },
      ME_LINK,
    ],
  });
}

/** Licences that a club bought go with their money. */
export function licencesReturnedMail(order: Bought & { taken: number }): Mail {
  const kept: Part | null =
    order.taken > 0
      ? {
          fr: "Les joueurs qui ont déjà une de ces licences la gardent jusqu’à sa fin. Les invitations encore ouvertes sont retirées.",
          en: "Players who already have one of these licences keep it until it ends. Invitations that are still open are withdrawn.",
        }
      : null;
  return composeMail({
    ...to(order),
    template: "licences-returned",
    subject: {
      fr: "Les licences de votre club sont annulées",
      en: "Your club’s licences are cancelled",
    },
    parts: [
      {
        fr: "Le paiement de ces licences vous est remboursé\u202f: votre club ne peut donc plus les attribuer.",
        en: "The payment for these licences is refunded to you: your club can therefore no longer give them out.",
      },
      { facts: [[{ fr: "Référence", en: "Reference" }, order.reference], what(order)] },
      kept,
      {
        fr: "Si cela vous surprend, répondez à ce message.",
        en: "If this is unexpected, reply to this message.",
      },
      ME_LINK,
    ],
  });
}

/** Staff cancelled what a club still had to pay for licences. */
export function licencesCancelledMail(order: Bought & { received: number }): Mail {
  const { language, received, price_currency } = order;
  const sum = received > 0 && formatAmount(language, received, price_currency);
  return composeMail({
    ...to(order),
    template: "licences-cancelled",
    subject: {
      fr: "Votre commande de licences est annulée",
      en: "Your order for licences is cancelled",
    },
    parts: [
      {
        fr: "La fédération a annulé votre commande. Ne payez plus\u202f: un paiement déjà envoyé sera pris en compte ou remboursé.",
        en: "The federation has cancelled your order. Please pay nothing more: a payment that has already been sent will be counted or refunded.",
      },
      {
        facts: [
          [{ fr: "Référence", en: "Reference" }, order.reference],
          what(order),
          [{ fr: "Montant annulé", en: "Cancelled amount" }, amount(order)],
        ],
      },
      sum && {
        fr: `Nous avions reçu ${sum}\u202f: cette somme vous sera remboursée.`,
        en: `We had received ${sum}, which will be refunded.`,
      },
      ME_LINK,
    ],
  });
}
