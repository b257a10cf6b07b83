import { sql } from "drizzle-orm";
import type { StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { FEDERATION, merchantRef } from "../../../app/payments/attempts/payments.ts";
import { exportLedger } from "../../../app/payments/ledger/ledger-export.staff.server.ts";
import {
  approveCorrection,
  approveRefund,
  cancelUnpaid,
  correctCash,
  recordRefund,
  requestRefund,
  resolveDiscrepancy,
  takeCash,
  withdrawCorrection,
  withdrawRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { waiveRest } from "../../../app/payments/ledger/waivers.staff.server.ts";
import {
  confirmClaim,
  correctClaim,
  refuseClaim,
} from "../../../app/payments/offline/transfer-claims.staff.server.ts";
import { ORDER_LIST } from "../../../app/payments/orders/order-list.ts";
import { removeTests, showPaymentLink } from "../../../app/payments/orders/orders.staff.server.ts";
import { saveMoneySetting } from "../../../app/payments/providers/money-settings.staff.server.ts";
import {
  approvePayee,
  exportPayouts,
  requestPayee,
  settlePayout,
  settleStatement,
} from "../../../app/payments/refunds/payouts.staff.server.ts";
import {
  closeTill,
  confirmHandover,
  countTill,
  handOver,
  openTill,
  returnHandover,
} from "../../../app/payments/tills/tills.staff.server.ts";
import { type Cash, NO_CASH } from "../../../app/payments/tills/tills.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { ACCOUNT, ORDER } from "../../database/parents.ts";
import { insertRow } from "../../database/tables.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";

const cash = () => ({ key: newId(), receipt: null });

const everything = parseListQuery(ORDER_LIST, new URLSearchParams());

const asCash = {
  provider: FEDERATION,
  means: "cash",
  received_on: "2026-01-01",
  booked_by: ACCOUNT,
};

/** A till of whoever acts, after the one that they have. */
async function newTill(db: StaffDb, float: Cash = NO_CASH): Promise<string> {
  await db.execute(sql`update tills set closed_at = site_now(), closed_by = owner
    where owner = ${db.staffId} and closed_at is null`);
  return openTill(db, float);
}

const newHandover = async (db: StaffDb) =>
  handOver(db, await newTill(db, { GNF: 5_000, XOF: 0 }), {
    id: newId(),
    receiver: null,
    currency: "GNF",
    amount: 5_000,
  });

async function newCashCharge(db: StaffDb, order_id: string): Promise<string> {
  const payment_id = await insertRow(db, "payments", { order_id, status: "succeeded" });
  return insertRow(db, "ledger_entries", { ...asCash, order_id, payment_id });
}

/** Cash that somebody else wants out of the books. */
async function newCorrection(db: StaffDb, order_id: string): Promise<string> {
  const charge_id = await newCashCharge(db, order_id);
  return insertRow(db, "booking_corrections", { order_id, charge_id, status: "requested" });
}

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "ledger_entries",
    changes: [
      {
        of: exportLedger,
        run: (db) => exportLedger(db, everything),
        action: "export",
        about: "many",
      },
    ],
  },
  {
    table: "announced_transfers",
    changes: [
      {
        of: confirmClaim,
        run: (db, id) => confirmClaim(db, id, { amount: 15_000, currency: "GNF" }),
        action: "confirm",
      },
      {
        of: correctClaim,
        run: (db, id) => correctClaim(db, id, `OM-${newId()}`),
        action: "correct",
      },
      {
        of: refuseClaim,
        run: (db, id) => refuseClaim(db, id, "Introuvable"),
        action: "refuse",
      },
    ],
  },
  {
    table: "orders",
    changes: [
      { of: takeCash, run: (db, id) => takeCash(db, id, cash()), action: "cash" },
      {
        of: correctCash,
        async run(db, id) {
          const charge_id = await newCashCharge(db, id);
          await correctCash(db, id, { charge_id, reason: "Mauvais montant" });
        },
        action: "correct",
      },
      {
        of: waiveRest,
        async run(db, order_id) {
          const payment_id = await insertRow(db, "payments", { order_id, status: "succeeded" });
          const part = { amount: 10_000, price_amount: 10_000, order_id, payment_id };
          await insertRow(db, "ledger_entries", { ...asCash, ...part });
          await waiveRest(db, order_id, { seen_due: 5_000, reason: "Il n’a pas plus" });
        },
        action: "waive",
      },
      { of: showPaymentLink, run: showPaymentLink, action: "show-link" },
      {
        of: approveCorrection,
        async run(db, id) {
          await approveCorrection(db, await newCorrection(db, id));
        },
        action: "approve-correction",
      },
      {
        of: withdrawCorrection,
        async run(db, id) {
          await withdrawCorrection(db, await newCorrection(db, id));
        },
        action: "withdraw-correction",
      },
      {
        of: resolveDiscrepancy,
        async run(db, order_id) {
          const doubtful = { order_id, status: "succeeded", doubt: "returned" };
          const id = await insertRow(db, "payments", doubtful);
          const reason = "Le paiement est toujours là";
          await resolveDiscrepancy(db, id, { doubt: "returned", verdict: "kept", reason });
        },
        action: "doubt",
      },
      { of: cancelUnpaid, run: (db, id) => cancelUnpaid(db, id), action: "cancel" },
      {
        of: removeTests,
        async run(db) {
          // The mode of an order is never changed, so this one is opened as a test.
          await insertRow(db, "orders", {
            id: newId(),
            token: `${newId()}-test`,
            mode: "test",
            subject_id: newId(),
          });
          return removeTests(db, 1);
        },
        action: "remove-tests",
        about: "many",
      },
    ],
  },
  {
    table: "refunds",
    changes: [
      {
        of: requestRefund,
        async run(db) {
          const charge_id = await insertRow(db, "ledger_entries");
          return requestRefund(db, { order_id: ORDER, charge_id, amount: 1_000, ...STAFF_REFUND });
        },
        action: "request",
        about: "another row",
      },
      { of: approveRefund, run: (db, id) => approveRefund(db, id), action: "approve" },
      {
        of: withdrawRefund,
        run: (db, id) => withdrawRefund(db, id),
        action: "withdraw",
        given: { source: "staff", requested_by: ACCOUNT },
      },
      {
        of: recordRefund,
        run: (db, id) => recordRefund(db, id, { operatorReference: `OM-${id}` }),
        action: "record",
        given: { status: "approved", approved_by: ACCOUNT },
      },
      {
        of: settlePayout,
        run: (db, id) => settlePayout(db, id, `OM${newId().slice(-12)}`),
        action: "record",
        given: { status: "approved", approved_by: ACCOUNT },
      },
      {
        of: settleStatement,
        run: (db, id) => settleStatement(db, `${merchantRef(id)};1;MP${newId().slice(-12)}`),
        action: "record",
        given: { status: "approved", approved_by: ACCOUNT },
      },
      {
        of: exportPayouts,
        run: (db) => exportPayouts(db),
        action: "export-payouts",
        about: "many",
      },
      {
        of: requestPayee,
        run: (db, id) => requestPayee(db, id, { number: "622000001", reason: "Téléphone perdu" }),
        action: "ask-payee",
        given: { status: "approved", approved_by: ACCOUNT },
      },
      {
        of: approvePayee,
        async run(db, id) {
          const payee = await insertRow(db, "refund_payees", { refund_id: id });
          await approvePayee(db, id, payee);
        },
        action: "approve-payee",
        given: { status: "approved", approved_by: ACCOUNT },
      },
    ],
  },
  {
    table: "tills",
    changes: [
      { of: openTill, run: (db) => newTill(db), action: "open", about: "another row" },
      {
        of: countTill,
        run: async (db) => {
          const count = { counted: NO_CASH, seen: NO_CASH, reason: null };
          await countTill(db, await newTill(db), count);
        },
        action: "count",
        about: "another row",
      },
      {
        of: closeTill,
        run: async (db) => closeTill(db, await newTill(db)),
        action: "close",
        about: "another row",
      },
    ],
  },
  {
    table: "till_handovers",
    changes: [
      { of: handOver, run: newHandover, action: "send", about: "another row" },
      {
        of: confirmHandover,
        run: (db, id) => confirmHandover(db, id, "B-1"),
        action: "confirm",
      },
      {
        of: returnHandover,
        run: (db, id) => returnHandover(db, id, "Il manque un billet"),
        action: "return",
      },
    ],
  },
  {
    table: "site_settings",
    changes: [
      {
        of: saveMoneySetting,
        run: (db) => saveMoneySetting(db, "refunds", { limit_GNF: 1, limit_XOF: 1 }),
        action: "create",
        about: "another row",
      },
    ],
  },
] satisfies Managed[];
