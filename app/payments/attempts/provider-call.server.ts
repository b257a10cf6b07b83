import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { pathIn } from "../../i18n/languages.ts";
import { paymentAddress } from "../orders/orders.operations.server.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { paymentPath } from "../page/payment-view.ts";
import type { ProviderRequest } from "../providers/provider.ts";
import type { Payment } from "./payments.table.server.ts";

/** A quarantined site makes only these. */
const READ_ONLY_CALLS = ["notice", "query", "refund state", "list"];

/** Returns `otherwise` when the provider fails, or does not answer before `signal` ends. */
export async function callProvider<T>(
  what: string,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  otherwise: T,
): Promise<T> {
  if (signal.aborted || (isInQuarantine() && !READ_ONLY_CALLS.includes(what))) return otherwise;
  let end: (() => void) | undefined;
  // An adapter that ignores the signal delays nobody.
  const over = new Promise<T>((resolve) => {
    end = () => resolve(otherwise);
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([call(signal), over]);
  } catch (error) {
    log.warn({ what, reason: reasonOf(error) }, "provider failed");
    return otherwise;
  } finally {
    if (signal.aborted) log.warn({ what }, "provider does not answer");
    if (end) signal.removeEventListener("abort", end);
  }
}

/** What a provider is told about an attempt. */
export function providerRequest(order: Order, payment: Payment): ProviderRequest {
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
