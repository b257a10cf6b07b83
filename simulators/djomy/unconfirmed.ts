/**
 * What nobody at Djomy has confirmed yet: each a guess of the simulator with one name. They are listed
 * in docs/payments-to-confirm.md with what to ask.
 */

/** How long a payer may stay on the hosted page. */
export const DJOMY_SESSION_MINUTES = 15;
/** When a notice that was not taken is sent again, in seconds. */
export const DJOMY_NOTICE_RETRY_SECONDS: readonly number[] = [60, 300, 1800];
/** How many calls a minute one merchant may make. */
export const DJOMY_CALLS_A_MINUTE = 600;
/** Whether a second payment of one merchantPaymentReference is refused. */
export const DJOMY_REFERENCE_IS_UNIQUE = false;
/** The countries that can be charged, with the label of their currency. */
export const DJOMY_CHARGED_COUNTRIES: Readonly<Record<string, string>> = { GN: "GNF" };
/** What is kept of each payment, in thousandths. */
export const DJOMY_FEE_PER_THOUSAND = 25;
/** Whether a success can still come after the hosted page has ended. */
export const DJOMY_SUCCEEDS_AFTER_TIMEOUT = true;
