import {
  correctionWaitsMail,
  moneySettingMail,
  offlinePaymentChosenMail,
  partReceivedMail,
  paymentKeysMail,
  paymentOwingMail,
  paymentReminderMail,
  receiptMail,
  refundWaitsMail,
  transferRefusedMail,
  waiverAskedMail,
} from "../../../app/payments/payments.mail.ts";
import { refundDoneMail, refundDueMail } from "../../../app/payments/refunds/refunds.mail.ts";

import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

const PAYMENT = ["/payments/t0ken"];

export default {
  toVisitors(language, values) {
    const order = {
      language,
      payer_name: values,
      greeted: { firstName: values },
      payer_email: "aissatou@example.org",
      token: "t0ken",
      by_hand: true,
      label_fr: "Tournoi national, Standard",
      label_en: "National tournament, Standard",
      mode: "live" as const,
      owed: {
        reference: "FGE-7K3M-2Q",
        price_amount: 25_000,
        price_currency: "XOF" as const,
        received: 10_000,
        due: 15_000,
        until: DEADLINE,
      },
      now: DEADLINE,
    };
    const refunded = { ...order, reference: "FGE-7K3M-2Q" };
    return {
      byHandChosen: { mail: offlinePaymentChosenMail(order), links: PAYMENT },
      paymentReminder: { mail: paymentReminderMail(order), links: PAYMENT },
      paymentReminderOnline: {
        mail: paymentReminderMail({ ...order, by_hand: false }),
        links: PAYMENT,
      },
      paymentOwing: { mail: paymentOwingMail(order), links: PAYMENT },
      receipt: {
        mail: receiptMail(
          {
            ...order,
            number: "R-2026-000123",
            order_id: "0rder",
            reference: "FGE-7K3M-2Q",
            amount: 25_000,
            currency: "XOF",
            price_amount: 25_000,
            price_currency: "XOF",
            provider: "federation",
            means: "cash",
            received_on: "2026-11-26",
            booked_on: "2026-11-26",
            cashier: values,
            transaction: values,
            cancelled: { kind: "correction", at: DEADLINE },
            returned: [{ amount: 1_000, at: DEADLINE }],
          },
          order.greeted,
        ),
        links: ["/payments/t0ken/receipts/R-2026-000123"],
      },
      partReceived: { mail: partReceivedMail(order), links: PAYMENT },
      ...Object.fromEntries(
        (["surplus", "no_place", "mismatch"] as const).map((reason) => [
          `refundDue ${reason}`,
          {
            mail: refundDueMail(refunded, reason, [{ amount: 25_000, currency: "XOF" }]),
            links: PAYMENT,
          },
        ]),
      ),
      refundDone: {
        mail: refundDoneMail(refunded, { amount: 25_000, currency: "XOF", inCash: false }),
        links: PAYMENT,
      },
      transferRefused: { mail: transferRefusedMail({ ...order, reason: values }), links: PAYMENT },
    };
  },
  toStaff(values) {
    const to = { recipient: "aissatou@example.org", name: values, by: values, at: DEADLINE };
    return {
      keysChanged: paymentKeysMail({ ...to, provider: "djomy", removed: false }),
      correctionWaits: correctionWaitsMail({
        recipient: "aissatou@example.org",
        name: values,
        amount: 25_000,
        currency: "XOF",
        reference: "FGE-7K3M-2Q",
        order: "0rder",
        until: DEADLINE,
      }),
      refundWaits: refundWaitsMail({
        recipient: "aissatou@example.org",
        name: values,
        amount: 250_000,
        currency: "XOF",
        reference: "FGE-7K3M-2Q",
        order: "0rder",
        until: DEADLINE,
      }),
      waiverAsked: waiverAskedMail({
        recipient: "aissatou@example.org",
        name: values,
        amount: 250_000,
        currency: "XOF",
        reference: "FGE-7K3M-2Q",
        order: "0rder",
        until: DEADLINE,
      }),
      moneySetting: moneySettingMail({
        ...to,
        key: "refunds",
        changes: [{ label: "Plafond en FCFA", before: "100 000 FCFA", after: values }],
        from: DEADLINE,
      }),
      keysRemoved: paymentKeysMail({ ...to, provider: "paypal", removed: true }),
    };
  },
} satisfies MailExpectations;
