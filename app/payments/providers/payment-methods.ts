import type { PaymentStatus } from "../attempts/payments.ts";
import type { Quote } from "../ledger/conversion.ts";

/** How staff receive money. */
export const PAYMENT_METHODS = ["cash", "orange_money", "mtn_momo", "bank", "cheque"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Their transfers can be announced by the payer. */
export const OPERATORS = ["orange_money", "mtn_momo"] as const satisfies PaymentMethod[];
export type Operator = (typeof OPERATORS)[number];

/** Without what people add when they copy a transaction number. */
export const normaliseTransactionNumber = (text: string): string =>
  text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** A mobile number of Guinea, normalised the same way: people type it in place of the transaction's. */
export const isMobileNumber = (number: string): boolean =>
  /^(?:(?:00)?224|0)?[67]\d{8}$/.test(number);

export const isTransactionNumber = (number: string): boolean =>
  /^(?=.*\d)[A-Z0-9]{6,40}$/.test(number) && !isMobileNumber(number);

/** So many last digits tell one phone from another, whatever stands before them. */
export const PHONE_END = 8;

/** A receipt whose booking was corrected may be booked again, with a suffix. */
export const RECEIPT_SUFFIXES = ["", " (2)", " (3)", " (4)", " (5)"] as const;

const OLDEST_DAYS = 90;

/** Not a day in the future, and not long ago. */
export function isBookable(day: string, today: string): boolean {
  const oldest = new Date(`${today}T00:00:00Z`);
  oldest.setUTCDate(oldest.getUTCDate() - OLDEST_DAYS);
  return day <= today && day >= oldest.toISOString().slice(0, 10);
}

/** One way to pay online. */
export type OnlinePaymentMethod = {
  provider: string;
  name: string;
  asksNumber: boolean;
  quote: Quote;
};

type PastAttempt = { provider: string; status: PaymentStatus };

/** After so many failures in a row, another method is offered first. */
const FAILURES = 3;
const FAILED: readonly PaymentStatus[] = ["failed", "expired", "unknown"];

/** Methods that failed three times in a row come last. `tries`: newest first; a payer's cancellation is no failure. */
export function sortPaymentMethods<M extends Pick<OnlinePaymentMethod, "provider">>(
  methods: readonly M[],
  tries: readonly PastAttempt[],
): M[] {
  const fails = ({ provider }: M): boolean => {
    const past = tries.filter((one) => one.provider === provider && one.status !== "cancelled");
    const last = past.slice(0, FAILURES);
    return last.length === FAILURES && last.every(({ status }) => FAILED.includes(status));
  };
  return [...methods.filter((one) => !fails(one)), ...methods.filter(fails)];
}
