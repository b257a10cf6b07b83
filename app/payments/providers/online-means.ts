import type { PaymentStatus } from "../attempts/payments.ts";
import type { Quote } from "../ledger/conversion.ts";

/** One way to pay an order online, as its page offers it. */
export type OnlineMeans = {
  provider: string;
  /** What payers know it as. */
  name: string;
  /** It asks for the wallet that pays. */
  asksNumber: boolean;
  quote: Quote;
};

type Try = { provider: string; status: PaymentStatus };

/** After so many failures in a row, another means is offered first. */
const FAILURES = 3;
const FAILED: readonly PaymentStatus[] = ["failed", "expired", "unknown"];

/**
 * The means in the order in which they are offered: as they were, but whoever failed three times in a row
 * comes after the others. `tries` newest first; what the payer stopped themselves is no failure.
 */
export function orderMeans<M extends Pick<OnlineMeans, "provider">>(
  means: readonly M[],
  tries: readonly Try[],
): M[] {
  const fails = ({ provider }: M): boolean => {
    const own = tries.filter((one) => one.provider === provider && one.status !== "cancelled");
    const last = own.slice(0, FAILURES);
    return last.length === FAILURES && last.every(({ status }) => FAILED.includes(status));
  };
  return [...means.filter((one) => !fails(one)), ...means.filter(fails)];
}
