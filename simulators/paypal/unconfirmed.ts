/**
 * What the documents of PayPal leave open: each a guess of the simulator with one name. They are listed
 * in docs/payments-to-confirm.md with what to ask.
 */

/** How a second call with a key that is being worked on is refused. */
export const PAYPAL_KEY_IN_USE_STATUS = 409;
/** What an order that nobody approved or captured in time answers. */
export const PAYPAL_EXPIRED_ORDER_STATUS = 404;
/** The status of a capture whose money was taken back after a dispute. */
export const PAYPAL_REVERSED_CAPTURE_STATUS = "REFUNDED";
/** How long a capture can be given back. */
export const PAYPAL_REFUND_DAYS = 180;
/** After so many refused captures an order takes no more. */
export const PAYPAL_CAPTURE_TRIES = 10;
/** What PayPal keeps: a share in thousandths and a fixed part in hundredths. */
export const PAYPAL_FEE = { perThousand: 29, fixed: 35 };
/** The parameters that PayPal adds to the return address. */
export const PAYPAL_RETURN_PARAMETERS = { order: "token", payer: "PayerID" };
/** How many calls a minute one merchant may make. */
export const PAYPAL_CALLS_A_MINUTE = 600;
/** Why a capture in a currency waits that the account does not hold. */
export const PAYPAL_FOREIGN_CURRENCY_REASON = "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION";
/** How long a certificate for notices is good. */
export const PAYPAL_CERTIFICATE_DAYS = 365;
