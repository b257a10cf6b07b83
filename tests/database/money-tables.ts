import { newId } from "../../app/core/id.server.ts";
import type { TableExpectation } from "./tables.ts";

export const ORDER = newId();
export const PAYMENT = newId();
export const CHARGE = newId();

const newest = { by: ["created_at", "id"] };

/** What the tests expect of the tables that money goes through. */
export const MONEY_TABLES: Record<string, TableExpectation> = {
  ledger_entries: {
    row: (n) => ({
      order_id: ORDER,
      payment_id: PAYMENT,
      kind: "charge",
      provider: "simulated",
      provider_txn_id: n,
      amount: 15_000,
      currency: "GNF",
      price_amount: 15_000,
    }),
    notifies: false,
    keeps: "everything",
    order: newest,
  },
  orders: {
    row: (n) => ({
      kind: "membership",
      subject_id: newId(),
      label_fr: "L",
      label_en: "L",
      price_amount: 15_000,
      price_currency: "GNF",
      token: n,
      language: "fr",
      payer_name: "N",
      payer_email: "n@example.gn",
    }),
    notifies: false,
    keeps: "rows",
    searched: ["label_fr", "payer_name", "payer_email"],
    order: newest,
  },
  payment_events: {
    row: (n) => ({ provider: "simulated", event_key: n, source: "notice" }),
    notifies: false,
    keeps: "everything",
    order: newest,
  },
  payments: {
    row: (n) => ({
      order_id: ORDER,
      request_key: n,
      provider: "simulated",
      merchant_ref: n,
      // One that is not live: an order has a single live one.
      status: "failed",
      price_amount: 15_000,
      price_currency: "GNF",
      charge_amount: 15_000,
      charge_currency: "GNF",
      provider_expires_at: "2030-01-01T00:00:00Z",
    }),
    notifies: false,
    keeps: "rows",
    order: newest,
  },
  refunds: {
    row: () => ({
      order_id: ORDER,
      charge_id: CHARGE,
      // Many of them fit into their charge.
      amount: 1,
      currency: "GNF",
      source: "system",
      reason: "surplus",
    }),
    notifies: false,
    keeps: "rows",
    order: newest,
  },
  simulated_payments: {
    row: (n) => ({
      reference: n,
      merchant_ref: n,
      label: "L",
      amount: 15_000,
      currency: "GNF",
      return_url: "/payments/x",
      notice_url: "/payments/notices/simulated",
      expires_at: "2030-01-01T00:00:00Z",
    }),
    notifies: false,
    order: newest,
  },
};
