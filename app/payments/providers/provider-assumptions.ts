/**
 * What the providers have not confirmed, and our side of the calls rests on: one name each. They are
 * listed in docs/payments-to-confirm.md with what to ask whom.
 */

/** The country that Djomy charges in. */
export const DJOMY_COUNTRY = "GN";
/** The currencies behind Djomy's own words for them. */
export const DJOMY_CURRENCY_WORDS: Readonly<Record<string, string>> = {
  GNF: "GNF",
  FCFA: "XOF",
  Dollar: "USD",
  Leones: "SLE",
};
/** How many pages of a hundred payments one day of ours can have at Djomy. */
export const DJOMY_PAGES_A_DAY = 20;
/** For how many days a payment can be asked after: one may be paid, or given back there, without any notice. */
export const DJOMY_KEEPS_DAYS = 90;
/** A notice of PayPal that was signed longer ago is not looked at: it repeats itself for three days. */
export const PAYPAL_NOTICE_DAYS = 4;
/** The folder of PayPal's certificates, on any of its hosts. */
export const PAYPAL_CERTIFICATE_PATH = "/v1/notifications/certs/";
/** Whether an order lists the refunds of its captures: one that is gone without any was taken back. */
export const PAYPAL_ORDER_LISTS_REFUNDS: boolean = true;
