import { pick } from "../../core/values/pick.ts";
import type { LedgerEntry } from "../ledger/ledger.table.server.ts";
import { amountDue, amountReceived } from "../ledger/settlement.ts";
import { journalWords } from "../payment-labels.ts";
import type { OrderFile } from "./orders.staff.server.ts";

/** What the screen of an order shows of it; what a provider sent stays on the server. */
export function orderView(file: OrderFile) {
  return {
    order: pick(file.order, [
      ...(["id", "kind", "mode", "subject_id", "label_fr", "status"] as const),
      ...(["reference", "by_hand", "owes"] as const),
      ...(["price_amount", "price_currency", "payer_name", "payer_email", "payer_phone"] as const),
      ...(["created_at", "updated_at", "hold_expires_at", "fulfilled_at"] as const),
    ]),
    attempts: file.attempts.map((attempt) =>
      pick(attempt, [
        ...(["id", "provider", "status", "late", "reason", "doubt", "created_at"] as const),
        ...([
          "charge_amount",
          "charge_currency",
          "price_currency",
          "fx_source",
          "fx_rate",
        ] as const),
        ...(["merchant_ref", "provider_ids"] as const),
      ]),
    ),
    ledger: file.ledger.map((entry) => ({
      ...pick(entry, [
        ...(["id", "kind", "provider", "amount", "currency", "created_at"] as const),
        ...(["means", "note", "fee"] as const),
      ]),
      // Who gave money back, and when, stands with the refund.
      received_on: entry.kind === "refund" ? null : entry.received_on,
      by: entry.kind === "refund" ? null : entry.booked_by && file.names[entry.booked_by],
      reference: referenceOf(entry, file),
    })),
    charges: file.charges.map((charge) =>
      pick(charge, ["id", "provider", "means", "left", "currency"]),
    ),
    refunds: file.refunds.map((refund) =>
      pick(refund, [
        ...(["id", "charge_id", "status", "source", "reason", "amount", "currency"] as const),
        ...(["created_at", "updated_at", "done_at", "operator_reference"] as const),
        ...(["provider_ref", "holder_asked", "by_rule", "refusal", "replaces"] as const),
        ...(["decision", "requested_by", "approved_by", "recorded_by", "next_try_at"] as const),
      ]),
    ),
    received: amountReceived(file.charges),
    due: amountDue(file.order, file.charges),
    corrections: file.corrections
      .filter(({ status }) => status === "requested")
      .map((correction) => pick(correction, ["id", "charge_id", "reason", "requested_by"])),
    announced: file.announced.map((transfer) =>
      pick(transfer, [
        ...(["id", "operator", "transaction_number", "status", "reason"] as const),
        "created_at",
      ]),
    ),
    names: file.names,
    refusals: file.refusals,
    journal: file.journal.map((entry) => ({
      ...pick(entry, ["id", "created_at"]),
      words: journalWords(entry, file.names),
    })),
  };
}

/** What people call a movement of money by; the entry of a refund has the refund's own id. */
function referenceOf({ kind, provider_txn_id }: LedgerEntry, { refunds }: OrderFile) {
  if (kind !== "refund") return provider_txn_id;
  const refund = refunds.find(({ id }) => id === provider_txn_id);
  return refund?.operator_reference ?? refund?.provider_ref ?? null;
}

export type OrderView = ReturnType<typeof orderView>;
