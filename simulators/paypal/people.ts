import type { PayPalMerchant } from "./merchant.ts";
import { isOutcome, type PayPalOrder } from "./orders.ts";
import { PAYPAL_RETURN_PARAMETERS } from "./unconfirmed.ts";

/** Does what a payer, or somebody at PayPal, does to an order; false when it cannot be done. */
export function playOrder(
  merchant: PayPalMerchant,
  order: PayPalOrder,
  action: string,
  choice: string,
): boolean {
  switch (action) {
    case "approve":
      return merchant.approve(order, isOutcome(choice) ? choice : "COMPLETED");
    case "unapprove":
      return merchant.takeApprovalBack(order);
    case "cancel":
      return order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED";
    case "accept":
      return merchant.resolve(order, "COMPLETED");
    case "decline":
      return merchant.resolve(order, "DECLINED");
    case "refund":
      return refundByHand(merchant, order);
    case "finish-refund":
      return merchant.resolveRefund(order, "COMPLETED");
    case "fail-refund":
      return merchant.resolveRefund(order, "FAILED");
    case "reverse":
      return merchant.reverse(order);
    default:
      return false;
  }
}

function refundByHand(merchant: PayPalMerchant, { captures }: PayPalOrder): boolean {
  const [capture] = captures;
  if (!capture) return false;
  try {
    merchant.refund(capture.id, {});
    return true;
  } catch {
    return false;
  }
}

/** Where the payer's browser goes after they approved or gave up. */
export function addressAfter(order: PayPalOrder, action: string): string {
  const address = action === "cancel" ? order.cancelUrl : order.returnUrl;
  if (!address) return `/checkoutnow/${order.id}`;
  const url = new URL(address);
  url.searchParams.set(PAYPAL_RETURN_PARAMETERS.order, order.id);
  if (action !== "cancel") url.searchParams.set(PAYPAL_RETURN_PARAMETERS.payer, "SIMULATEDPAYER");
  return url.href;
}
