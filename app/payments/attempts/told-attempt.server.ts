import { env } from "../../core/process/env.server.ts";
import { pathIn } from "../../i18n/languages.ts";
import { paymentAddress } from "../orders/orders.operations.server.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { paymentPath } from "../page/payment-view.ts";
import type { Attempt } from "../providers/provider.ts";
import type { Payment } from "./payments.table.server.ts";

/** What we tell a provider about an attempt. */
export function attemptOf(order: Order, payment: Payment): Attempt {
  const { PUBLIC_URL } = env();
  const { language } = order;
  return {
    merchantRef: payment.merchant_ref,
    ids: payment.provider_ids,
    amount: payment.charge_amount,
    currency: payment.charge_currency,
    label: language === "fr" ? order.label_fr : order.label_en,
    language,
    payer: { name: order.payer_name, email: order.payer_email, phone: order.payer_phone },
    payerNumber: payment.payer_number,
    returnUrl: PUBLIC_URL + pathIn(language, paymentPath(paymentAddress(order, payment.shared))),
    noticeUrl: `${PUBLIC_URL}/payments/notices/${payment.provider}`,
    expiresAt: payment.provider_expires_at,
  };
}
