import type { PaymentStatus } from "../attempts/payments.ts";
import type { Quote } from "../ledger/conversion.ts";

/** How money came into our hands. */
export const PAYMENT_METHODS = ["cash", "orange_money", "mtn_momo", "bank", "cheque"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The means of a transfer that its payer can announce by the operator's number. */
export const OPERATORS = ["orange_money", "mtn_momo"] as const satisfies PaymentMethod[];
export type Operator = (typeof OPERATORS)[number];

/** An operator's number as it counts: what people add when they copy one does not make another of it. */
export const transactionNumber = (text: string): string =>
  text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** As long as the numbers of operators are, at the least and at the most. */
export const isTransactionNumber = (number: string): boolean =>
  /^(?=.*\d)[A-Z0-9]{6,40}$/.test(number);

/** A receipt whose booking was taken back may be booked rightly: its number then has a mark. */
export const RECEIPT_MARKS = ["", " (2)", " (3)", " (4)", " (5)"] as const;

/** Money is booked for so many days back. */
const OLDEST_DAYS = 90;

/** Whether money may be said to have come on a day: not one to come, and not long ago. */
export function isBookable(day: string, today: string): boolean {
  const oldest = new Date(`${today}T00:00:00Z`);
  oldest.setUTCDate(oldest.getUTCDate() - OLDEST_DAYS);
  return day <= today && day >= oldest.toISOString().slice(0, 10);
}

/** One way to pay an order online, as its page offers it. */
export type OnlinePaymentMethod = {
  provider: string;
  /** What payers know it as. */
  name: string;
  /** It asks for the wallet that pays. */
  asksNumber: boolean;
  quote: Quote;
};

type PastAttempt = { provider: string; status: PaymentStatus };

/** After so many failures in a row, another means is offered first. */
const FAILURES = 3;
const FAILED: readonly PaymentStatus[] = ["failed", "expired", "unknown"];

/**
 * The means in the order in which they are offered: as they were, but whoever failed three times in a row
 * comes after the others. `tries` newest first; what the payer stopped themselves is no failure.
 */
export function sortPaymentMethods<M extends Pick<OnlinePaymentMethod, "provider">>(
  means: readonly M[],
  tries: readonly PastAttempt[],
): M[] {
  const fails = ({ provider }: M): boolean => {
    const own = tries.filter((one) => one.provider === provider && one.status !== "cancelled");
    const last = own.slice(0, FAILURES);
    return last.length === FAILURES && last.every(({ status }) => FAILED.includes(status));
  };
  return [...means.filter((one) => !fails(one)), ...means.filter(fails)];
}
