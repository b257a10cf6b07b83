/** What the providers have not confirmed: listed in docs/payments-to-confirm.md with the questions to ask. */

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
/** For how many days Djomy answers about a payment, which may be paid or refunded there without a notice. */
export const DJOMY_RETENTION_DAYS = 90;
/** Older notices of PayPal are refused: it repeats them for three days. */
export const PAYPAL_NOTICE_DAYS = 4;
/** The folder of PayPal's certificates, on any of its hosts. */
export const PAYPAL_CERTIFICATE_PATH = "/v1/notifications/certs/";
/** Whether an order lists the refunds of its captures: without one, a REFUNDED capture is a chargeback. */
export const PAYPAL_ORDER_LISTS_REFUNDS: boolean = true;
