import { ofName } from "../i18n/elision.ts";
import { formatAmount, formatMoment, isoDay } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import {
  type Bilingual,
  composeMail,
  composeStaffMail,
  type Fact,
  type Part,
  subjectAbout,
} from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import type { MoneySetting } from "../settings/settings.ts";
import { SETTING_LABELS, SETTING_SCREENS } from "../settings/settings.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import {
  type AmountOwed,
  amountFacts,
  deskFacts,
  takesTransfers,
} from "./offline/offline-payment.ts";
import type { Greeted } from "./orders/fulfilment.ts";
import type { Order } from "./payments.table.server.ts";
import { ONLINE_LABELS, type OnlineProvider } from "./providers/credentials.ts";
import type { MoneyChange } from "./providers/money-settings.staff.server.ts";
import { cancelledWords, RECEIPT_TITLE, type Receipt, receiptFacts } from "./receipts/receipts.ts";

/** The amounts, the desk and how to pay: in every mail about a payment at the federation. */
export function offlinePaymentParts(language: Language, owed: AmountOwed, now: Date): Part[] {
  const settings = cachedSettings();
  return [
    { facts: amountFacts(language, owed) },
    takesTransfers(settings.desk)
      ? {
          fr: "Venez au guichet avec votre référence, ou envoyez l’argent par mobile money, puis saisissez le numéro de la transaction sur votre page de paiement.",
          en: "Come to the desk with your reference, or send the money by mobile money, then enter the transaction number on your payment page.",
        }
      : {
          fr: "Venez au guichet avec votre référence.",
          en: "Come to the desk with your reference.",
        },
    { facts: deskFacts(language, settings, isoDay(now)) },
  ];
}

export type OfflineOrder = Pick<
  Order,
  "language" | "payer_email" | "label_fr" | "label_en" | "token" | "by_hand" | "mode"
> & { greeted: Greeted; owed: AmountOwed; now: Date };

type OrderMailTexts = Record<"subject" | "preheader" | "title" | "text", Bilingual> & {
  template: string;
  quote?: string;
};

/** A mail to the payer of an order at the federation. */
function orderMail(order: OfflineOrder, texts: OrderMailTexts): Mail {
  const { language, owed, now } = order;
  const label = language === "fr" ? order.label_fr : order.label_en;
  return composeMail({
    template: texts.template,
    language,
    recipient: order.payer_email,
    ...order.greeted,
    isTest: order.mode === "test",
    subject: subjectAbout(texts.subject, label),
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      texts.text,
      texts.quote && { quote: texts.quote },
      { facts: [[{ fr: "Pour", en: "For" }, label]] },
      // An online payment that has a deadline is made on its page.
      ...(order.by_hand || owed.until === null
        ? offlinePaymentParts(language, owed, now)
        : [{ facts: amountFacts(language, owed) }]),
      {
        button: { fr: "Voir ma page de paiement", en: "See my payment page" },
        to: `/payments/${order.token}`,
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que cette adresse a été donnée pour une inscription ou une adhésion sur notre site.",
      en: "You are receiving this message because this address was given for a registration or a membership on our website.",
    },
  });
}

/** The payer chose to pay at the federation. */
export const offlinePaymentChosenMail = (order: OfflineOrder): Mail =>
  orderMail(order, {
    template: "by-hand-chosen",
    subject: { fr: "À payer à la fédération", en: "To be paid at the federation" },
    preheader: {
      fr: "Votre référence, le montant, où et quand.",
      en: "Your reference, the amount, where and when.",
    },
    title: { fr: "Vous payez à la fédération", en: "You are paying at the federation" },
    text: {
      fr: "Nous attendons votre paiement. Tout est confirmé dès que nous l’avons reçu.",
      en: "We are waiting for your payment. Everything is confirmed as soon as we have received it.",
    },
  });

/** A reminder: a day before the hold ends, and twice for an application. */
export const paymentReminderMail = (order: OfflineOrder): Mail =>
  orderMail(order, {
    template: "payment-reminder",
    subject: { fr: "Paiement attendu", en: "Payment due" },
    preheader: { fr: "Il reste à payer.", en: "Your payment is still due." },
    title: { fr: "Il reste à payer", en: "Your payment is still due" },
    text: {
      fr: "Nous n’avons pas encore reçu tout votre paiement. Si vous venez de payer, ne tenez pas compte de ce message.",
      en: "We have not received all of your payment yet. If you have just paid, please ignore this message.",
    },
  });

/** A part of the price was received. */
export const partReceivedMail = (order: OfflineOrder): Mail =>
  orderMail(order, {
    template: "part-received",
    subject: { fr: "Paiement reçu en partie", en: "Part of your payment received" },
    preheader: {
      fr: "Une partie de votre paiement est arrivée.",
      en: "Part of your payment has arrived.",
    },
    title: {
      fr: "Nous avons reçu une partie de votre paiement",
      en: "We have received part of your payment",
    },
    text: {
      fr: "Merci. Tout est confirmé dès que le reste est payé.",
      en: "Thank you. Everything is confirmed as soon as the rest is paid.",
    },
  });

/** A booking was corrected a day ago, and not replaced. */
export const paymentOwingMail = (order: OfflineOrder): Mail =>
  orderMail(
    { ...order, by_hand: true },
    {
      template: "payment-owing",
      subject: { fr: "À payer de nouveau", en: "To be paid again" },
      preheader: {
        fr: "Un paiement enregistré pour vous a été annulé.",
        en: "A payment recorded for you was cancelled.",
      },
      title: { fr: "Il reste à payer", en: "Your payment is still due" },
      text: {
        fr: "La fédération avait enregistré un paiement pour vous, puis a annulé cet enregistrement : l’argent n’est pas dans ses comptes. Vous gardez votre place ou votre adhésion, mais il reste à la payer. Si vous avez déjà payé, répondez-nous avec votre reçu ou le numéro de la transaction.",
        en: "The federation had recorded a payment for you, then cancelled that record: the money is not in its accounts. You keep your place or membership, but it still has to be paid for. If you have already paid, reply with your receipt or the transaction number.",
      },
    },
  );

/** Staff refused an announced transfer. */
export const transferRefusedMail = (order: OfflineOrder & { reason: string }): Mail =>
  orderMail(order, {
    template: "transfer-refused",
    subject: { fr: "Transfert non accepté", en: "Transfer not accepted" },
    preheader: {
      fr: "Le transfert que vous avez déclaré n’est pas accepté.",
      en: "We could not accept the transfer you reported.",
    },
    title: { fr: "Votre transfert n’est pas accepté", en: "Your transfer was not accepted" },
    text: {
      fr: "Nous avons cherché le transfert que vous avez déclaré. Il n’est pas accepté, pour la raison ci-dessous. Si votre argent est bien parti, vérifiez le numéro et déclarez-le à nouveau, ou répondez à ce message.",
      en: "We looked for the transfer you reported. We could not accept it, for the reason below. If the money did leave your account, check the number and report it again, or reply to this message.",
    },
    quote: order.reason,
  });

/** A receipt, for whoever asked for it. */
export function receiptMail(receipt: Receipt, greeted: Greeted): Mail {
  const { language, number, token } = receipt;
  const title = (of: Language) => `${RECEIPT_TITLE[of]} ${number}`;
  const cancelled = cancelledWords(language, receipt);
  return composeMail({
    template: "receipt",
    language,
    recipient: receipt.payer_email,
    ...greeted,
    subject: { fr: title("fr"), en: title("en") },
    parts: [
      {
        fr: "Voici le reçu de votre paiement. Le bouton ouvre une page à imprimer.",
        en: "Here is the receipt for your payment. The button opens a page that you can print.",
      },
      cancelled && { fr: cancelled, en: cancelled },
      { facts: receiptFacts(language, receipt) },
      {
        button: { fr: "Voir et imprimer le reçu", en: "See and print the receipt" },
        to: `/payments/${token}/receipts/${number}`,
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que le reçu d’un paiement fait avec cette adresse a été demandé.",
      en: "You are receiving this message because the receipt for a payment made with this address was requested.",
    },
  });
}

/** An approval by one person alone, after a day. */
export type MoneyWait = {
  recipient: string;
  name: string;
  /** In the smallest unit of its currency. */
  amount: number;
  currency: string;
  reference: string;
  /** The id of the order. */
  order: string;
  until: Date;
};

type WaitMailTexts = {
  template: string;
  subject: (sum: string) => string;
  reason: string;
  advice: string;
};

function moneyWaitMail(wait: MoneyWait, texts: WaitMailTexts): Mail {
  const { recipient, name, amount, currency, reference, order, until } = wait;
  const sum = formatAmount("fr", amount, currency);
  return composeStaffMail({
    template: texts.template,
    recipient,
    name,
    subject: `${texts.subject(sum)} : une journée d’attente`,
    parts: [
      texts.reason,
      {
        facts: [
          ["Montant", sum],
          ["Commande", reference],
          ["À approuver à partir du", formatMoment("fr", until)],
        ],
      },
      texts.advice,
      { button: "Voir ce paiement", to: `/admin/payments/${order}` },
    ],
  });
}

/** Alerts administrators that one person alone corrects a booking of counted cash, after a day. */
export const correctionWaitsMail = (wait: MoneyWait): Mail =>
  moneyWaitMail(wait, {
    template: "correction-waits",
    subject: (sum) => `Encaissement de ${sum} à corriger`,
    reason:
      "Une personne veut annuler cet encaissement en espèces, alors que la caisse a été comptée ou versée depuis. Personne d’autre ne peut l’approuver : la correction attend donc une journée.",
    advice: "Si cela vous surprend, comptez la caisse et demandez où est cet argent.",
  });

/** Alerts administrators that one person alone approves a large refund, after a day. */
export const refundWaitsMail = (wait: MoneyWait): Mail =>
  moneyWaitMail(wait, {
    template: "refund-waits",
    subject: (sum) => `Remboursement de ${sum}`,
    reason:
      "Une personne veut approuver ce remboursement. Personne d’autre ne peut le faire : il attend donc une journée avant de pouvoir être approuvé.",
    advice:
      "Si cela vous surprend, retirez cette demande et parlez-en tout de suite avec une autre personne de l’administration.",
  });

/** Alerts administrators that somebody wants to give up a large rest of a price. */
export const waiverAskedMail = ({ recipient, name, ...wait }: MoneyWait): Mail => {
  const sum = formatAmount("fr", wait.amount, wait.currency);
  return composeStaffMail({
    template: "waiver-asked",
    recipient,
    name,
    subject: `Ne plus réclamer ${sum} : une deuxième personne doit approuver`,
    parts: [
      "Une personne propose de ne plus réclamer ce qui reste à payer pour cette commande. Le montant dépasse le plafond : une autre personne de la trésorerie, qui n’a rien encaissé pour elle, doit l’approuver sur la page du paiement. Si personne d’autre ne peut le faire, la demande attend une journée.",
      {
        facts: [
          ["Montant", sum],
          ["Commande", wait.reference],
        ],
      },
      "Si cela vous surprend, demandez pourquoi cette somme ne serait plus due.",
      { button: "Voir ce paiement", to: `/admin/payments/${wait.order}` },
    ],
  });
};

type AdministratorNotice = { recipient: string; name: string; by: string; at: Date };

type SettingChange = AdministratorNotice & {
  key: MoneySetting;
  changes: readonly MoneyChange[];
  /** From when a raised limit counts. */
  from?: Date;
};

/** Alerts administrators that a receiving number, the exchange rate or a limit was changed. */
export function moneySettingMail({ key, changes, by, at, from, ...to }: SettingChange): Mail {
  const label = SETTING_LABELS[key];
  return composeStaffMail({
    ...to,
    template: "money-setting",
    subject: `Réglage financier modifié : ${label}`,
    parts: [
      `${by} a changé le réglage « ${label} ».`,
      {
        facts: [
          ...changes.map(
            (change): Fact => [change.label, `${change.after} (avant : ${change.before})`],
          ),
          ["Quand", formatMoment("fr", at)],
        ],
      },
      from && `Le plafond relevé compte à partir du ${formatMoment("fr", from)}.`,
      "Si cela vous surprend, remettez l’ancienne valeur et parlez-en tout de suite avec une autre personne de l’administration.",
      { button: "Voir ce réglage", to: SETTING_SCREENS[key]?.to ?? "/admin" },
    ],
  });
}

type KeysChange = AdministratorNotice & { provider: OnlineProvider; removed: boolean };

/** Alerts administrators that keys of a provider were changed. The mail holds no key. */
export function paymentKeysMail({ provider, removed, by, at, ...to }: KeysChange): Mail {
  const label = ONLINE_LABELS[provider];
  return composeStaffMail({
    ...to,
    template: "payment-keys",
    subject: `${label} : les clés de paiement ont été ${removed ? "retirées" : "changées"}`,
    parts: [
      removed
        ? `${by} a retiré les clés ${ofName(label)}. Il n’est plus possible de payer en ligne par ce moyen.`
        : `${by} a changé les clés ${ofName(label)}. L’argent des paiements en ligne va désormais sur le compte de ces clés.`,
      { facts: [["Quand", formatMoment("fr", at)]] },
      "Si cela vous surprend, retirez ces clés et parlez-en tout de suite avec une autre personne de l’administration.",
      { button: "Voir les paiements en ligne", to: "/admin/payments/online" },
    ],
  });
}
