import type { QueryAnswer } from "../providers/provider.ts";
import type { PaymentStatus } from "./payments.ts";

/** What an attempt is looked at for by people. */
export const DISCREPANCIES = [
  /** The provider answers what cannot be read or believed: nobody knows whether money came. */
  "unreadable",
  /** It says that it gave the money back, which nobody asked of it here. */
  "returned",
  /** It says that what was paid has failed. */
  "failed",
  /** Somebody booked the same number of the operator by hand, for something else. */
  "booked",
] as const;
export type Discrepancy = (typeof DISCREPANCIES)[number];

/** What somebody found: the money has left us, or it is here, or none ever came. */
export const VERDICTS = ["gone", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Of these the money may have left us. */
export const mayHaveLeft = (doubt: Discrepancy): boolean =>
  doubt === "returned" || doubt === "failed";

/** Money of an attempt lies with us in these, as far as we know. */
const HOLDS_MONEY: readonly PaymentStatus[] = ["succeeded", "review", "partially_refunded"];
const UNPAID: readonly QueryAnswer["state"][] = ["failed", "cancelled", "expired"];

/** What people have to look at of what a provider says now. */
function discrepancyIn(status: PaymentStatus, answer: QueryAnswer): Discrepancy | null {
  // What it gave back stands in our books: somebody did it there, and wrote it down here.
  if (answer.doubt === "returned") return status === "refunded" ? null : "returned";
  if (answer.doubt) return answer.doubt;
  return HOLDS_MONEY.includes(status) && UNPAID.includes(answer.state) ? "failed" : null;
}

/**
 * What people have to look at of an attempt after an answer. A question about money that is here, or is not, is
 * ended by a person alone; that something could not be read, by the next answer that can be.
 */
export function discrepancyAfter(
  payment: { status: PaymentStatus; doubt: Discrepancy | null; doubt_settled: Discrepancy | null },
  answer: QueryAnswer,
): Discrepancy | null {
  const { status, doubt, doubt_settled } = payment;
  if (doubt !== null && doubt !== "unreadable") return doubt;
  const raised = discrepancyIn(status, answer);
  if (raised) return raised === doubt_settled ? null : raised;
  return answer.state === "unknown" ? doubt : null;
}
