import type { QueryAnswer } from "../providers/provider.ts";
import type { Payment } from "./payments.table.server.ts";
import type { PaymentStatus } from "./payments.ts";

/** Where a provider contradicts our books: a person decides. Stored in `payments.doubt`. */
export const DISCREPANCIES = [
  /** The provider's answer cannot be read or believed: money may have come or not. */
  "unreadable",
  /** It says that it returned the money, which we did not request. */
  "returned",
  /** It says that a paid attempt has failed. */
  "failed",
  /** Staff booked the same transaction number by hand, for something else. */
  "booked",
] as const;
export type Discrepancy = (typeof DISCREPANCIES)[number];

/** What a person found: `gone`, the money has left us; `kept`, it is here or never came. */
export const VERDICTS = ["gone", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];
export const mayHaveLeft = (doubt: Discrepancy): boolean =>
  doubt === "returned" || doubt === "failed";

const HOLDS_MONEY: readonly PaymentStatus[] = ["succeeded", "review", "partially_refunded"];
const UNPAID: readonly QueryAnswer["state"][] = ["failed", "cancelled", "expired"];

function discrepancyIn(status: PaymentStatus, answer: QueryAnswer): Discrepancy | null {
  // Staff returned it there and recorded it here.
  if (answer.doubt === "returned") return status === "refunded" ? null : "returned";
  if (answer.doubt) return answer.doubt;
  return HOLDS_MONEY.includes(status) && UNPAID.includes(answer.state) ? "failed" : null;
}

/**
 * The discrepancy of an attempt after an answer. Only a person resolves one about money; `unreadable` ends with the
 * next readable answer.
 */
export function discrepancyAfter(
  payment: Pick<Payment, "status" | "doubt" | "doubt_settled">,
  answer: QueryAnswer,
): Discrepancy | null {
  const { status, doubt, doubt_settled } = payment;
  if (doubt !== null && doubt !== "unreadable") return doubt;
  const raised = discrepancyIn(status, answer);
  if (raised) return raised === doubt_settled ? null : raised;
  return answer.state === "unknown" ? doubt : null;
}
