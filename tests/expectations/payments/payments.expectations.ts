import { newId } from "../../../app/core/secrets/id.server.ts";
import { ACCOUNT, CHARGE, ORDER, PAYMENT, REFUND, TILL } from "../../database/parents.ts";
import { NEWEST, NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    announced_transfers: {
      row: (n) => ({ order_id: ORDER, operator: "orange_money", transaction_number: n }),
      notifies: false,
      order: NEWEST,
    },
    provider_keys: {
      row: (n) => ({ provider: n, sealed: "x" }),
      staff: NOTHING,
      notifies: false,
    },
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
      order: NEWEST,
    },
    orders: {
      row: (n) => ({
        kind: "membership",
        subject_id: newId(),
        reference: n,
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
      order: NEWEST,
    },
    payment_events: {
      row: (n) => ({ provider: "simulated", event_key: n, source: "notice" }),
      notifies: false,
      keeps: "everything",
      order: NEWEST,
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
      order: NEWEST,
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
      order: NEWEST,
    },
    tills: {
      // One that is closed: a person has a single open one.
      row: () => ({ owner: ACCOUNT, closed_at: "2026-01-01T00:00:00Z", closed_by: ACCOUNT }),
      notifies: false,
      keeps: "rows",
      order: NEWEST,
    },
    refund_payees: {
      row: () => ({ refund_id: REFUND, number: "622000000", reason: "R", requested_by: ACCOUNT }),
      notifies: false,
      keeps: "rows",
      order: NEWEST,
    },
    booking_corrections: {
      row: () => ({
        order_id: ORDER,
        charge_id: CHARGE,
        reason: "R",
        requested_by: ACCOUNT,
        // One that is over: a charge has a single one that waits.
        status: "withdrawn",
      }),
      notifies: false,
      keeps: "rows",
      order: NEWEST,
    },
    till_entries: {
      row: () => ({
        till_id: TILL,
        kind: "float",
        currency: "GNF",
        amount: 1,
        counted: 1,
        booked_by: ACCOUNT,
      }),
      notifies: false,
      keeps: "everything",
      order: NEWEST,
    },
    receipts: {
      // The database numbers it.
      row: () => ({ charge_id: CHARGE }),
      staff: { reads: ["id", "charge_id", "year", "serial", "number", "created_at"] },
      notifies: false,
      keeps: "everything",
      order: NEWEST,
    },
    till_handovers: {
      row: () => ({ till_id: TILL, sent_by: ACCOUNT, currency: "GNF", amount: 1 }),
      notifies: false,
      keeps: "rows",
      order: NEWEST,
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
      order: NEWEST,
    },
  },
  addresses: {
    // The same: nobody's till.
    "/admin/payments/tills/:id": "/admin/payments/tills/01930000-0000-7000-8000-000000000000",
    // Nobody's: it shows what stands where nothing is.
    "/admin/payments/:id": "/admin/payments/01930000-0000-7000-8000-000000000000",
    // No link of ours: these show what somebody sees whose link is wrong.
    "/pay/:token": "/pay/x",
    "/payments/:token": "/payments/x",
    "/admin/payments/settings/:setting": "/admin/payments/settings/desk",
    "/admin/payments/receipts/:number": "/admin/payments/receipts/R-2020-000001",
    "/payments/:token/receipts/:number": "/payments/x/receipts/R-2020-000001",
    "/payments/notices/:provider": "/payments/notices/simulated",
    "/payments/simulated/:token": "/payments/simulated/x",
  },
  screens: {
    "page/find-payment.page.tsx": "form",
    "page/payment.page.tsx": "form",
    "receipts/receipt.page.tsx": "form",
    "providers/simulated/simulated.page.tsx": "form",
  },
} satisfies Expectations;
