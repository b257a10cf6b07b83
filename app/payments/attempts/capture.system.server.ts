import { asSystem } from "../../core/database/doors/doors.server.ts";
import { asksTooMuch, findBlocker } from "../ledger/hindrances.operations.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../orders/orders.table.server.ts";
import type { PaymentProvider, QueryAnswer } from "../providers/provider.ts";
import { advance, lockPayment } from "./attempts.system.server.ts";
import type { Payment } from "./payments.table.server.ts";
import { captureAgainAt, captureKey } from "./payments.ts";
import { callProvider } from "./provider-call.server.ts";
import { attemptOf } from "./told-attempt.server.ts";

/**
 * Takes the money of an attempt that its payer approved. That is decided under the order's lock, while the
 * order can be fulfilled, and the provider is called after it: money that comes when staff have ended the
 * order in between is returned, like all that comes late.
 */
export async function captureApproved(
  order: Order,
  approved: Payment,
  provider: PaymentProvider,
  now: Date,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const decision = await asSystem("payments.capture", (db) => decide(db, approved, now));
  if (decision !== "take") return { state: decision };
  const key = captureKey(approved);
  const attempt = attemptOf(order, approved);
  return callProvider<QueryAnswer>(
    "capture",
    signal,
    async () => (await provider.capture?.(attempt, key, signal)) ?? { state: "unknown" },
    { state: "unknown" },
  );
}

/**
 * `processing`: the money is being taken already. `pending`: the payer was declined, and is choosing something
 * else to pay with. `approved`: it is not to be taken.
 */
async function decide(
  db: WriteDb,
  approved: Payment,
  now: Date,
): Promise<"take" | "processing" | "pending" | "approved"> {
  const { order, payment } = await lockPayment(db, approved);
  const isWaiting = payment.capture_after !== null && payment.capture_after > now;
  if (isWaiting || payment.declines !== approved.declines) {
    return payment.status === "processing" ? "processing" : "pending";
  }
  if (await findBlocker(db, order, now)) return "approved";
  // It lapses, and its payer pays the rest.
  if (await asksTooMuch(db, order, payment)) return "approved";
  const change = { capture_after: captureAgainAt(now) };
  const after = await advance(db, order, payment, "approved", change, now);
  return after.status === "processing" ? "take" : "approved";
}
