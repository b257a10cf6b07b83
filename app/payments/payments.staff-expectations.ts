import type { Managed } from "../../tests/admin/managed.ts";
import { ACCOUNT, ORDER } from "../../tests/database/parents.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { newId } from "../core/id.server.ts";
import { parseListQuery } from "../records/list-query.ts";
import { exportLedger } from "./ledger.staff.server.ts";
import {
  approveRefund,
  cancelUnpaid,
  recordRefund,
  requestRefund,
  takeCash,
  withdrawRefund,
} from "./money.staff.server.ts";
import { ORDER_LIST } from "./order-list.ts";
import { removeTests } from "./test-orders.staff.server.ts";

const cash = () => ({ key: newId(), receipt: null });

const everything = parseListQuery(ORDER_LIST, new URLSearchParams());

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
    table: "orders",
    changes: [
      { of: takeCash, run: (db, id) => takeCash(db, id, cash()), action: "cash" },
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
          return removeTests(db);
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
          return requestRefund(db, { order_id: ORDER, charge_id, amount: 1_000 });
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
        run: (db, id) => recordRefund(db, id, { operatorReference: "OM-1" }),
        action: "record",
        given: { status: "approved", approved_by: ACCOUNT },
      },
    ],
  },
] satisfies Managed[];
