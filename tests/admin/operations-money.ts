import { newId } from "../../app/core/id.server.ts";
import { type Fulfilment, setFulfilments } from "../../app/payments/fulfilment.ts";
import { exportLedger } from "../../app/payments/ledger.staff.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
  takeCash,
  withdrawRefund,
} from "../../app/payments/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/order-list.ts";
import { parseListQuery } from "../../app/records/list-query.ts";
import {
  cancelByStaff,
  checkIn,
  checkInAtDoor,
  confirmByStaff,
  createRegistration,
  offerByStaff,
  payAtDesk,
  undoCheckIn,
} from "../../app/registrations/desk.staff.server.ts";
import { deskFormSchema, packageValue } from "../../app/registrations/desk-form.ts";
import { exportRegistrations } from "../../app/registrations/registrations.staff.server.ts";
import { ACCOUNT } from "../database/account-tables.ts";
import { ORDER } from "../database/money-tables.ts";
import { insertRow, OPEN_EVENT } from "../database/tables.ts";
import type { Managed } from "./managed.ts";

// What an order is for does not matter here: it is given.
const fulfilment: Fulfilment = {
  payable: async () => "ok",
  confirm: async () => "fulfilled",
  release: async () => {},
  thanks: () => "/",
};
setFulfilments({ membership: fulfilment, registration: fulfilment });

const cash = () => ({ key: newId(), receipt: null });

const person = () =>
  deskFormSchema.parse({
    firstName: "Hawa",
    lastName: "Soumah",
    email: `${newId()}@example.org`,
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: "hawa",
    platform: "pc",
    language: "fr",
    package: packageValue(OPEN_EVENT, "standard"),
    key: newId(),
  });

const everything = parseListQuery(ORDER_LIST, new URLSearchParams());

const REFERENCE = "FGE-7K3M-2Q";

export const MONEY_OPERATIONS: Managed[] = [
  {
    table: "event_registrations",
    changes: [
      {
        of: createRegistration,
        run: (db) => createRegistration(db, person()),
        action: "create",
        about: "another row",
      },
      {
        of: checkIn,
        run: (db, id) => checkIn(db, id),
        action: "check-in",
        given: { status: "confirmed" },
      },
      {
        of: checkInAtDoor,
        run: (db) => checkInAtDoor(db, OPEN_EVENT, REFERENCE),
        action: "check-in",
        given: { status: "confirmed", reference: REFERENCE },
      },
      {
        of: undoCheckIn,
        run: (db, id) => undoCheckIn(db, id),
        action: "check-out",
        given: { status: "confirmed", checked_in_at: "2030-01-01T10:00:00Z" },
      },
      {
        of: exportRegistrations,
        run: (db) => exportRegistrations(db, everything),
        action: "export",
        about: "many",
      },
      { of: cancelByStaff, run: (db, id) => cancelByStaff(db, id), action: "cancel" },
      { of: offerByStaff, run: (db, id) => offerByStaff(db, id), action: "offer" },
      { of: confirmByStaff, run: (db, id) => confirmByStaff(db, id), action: "confirm" },
    ],
  },
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
      {
        of: payAtDesk,
        async run(db) {
          const registration = await insertRow(db, "event_registrations", { amount: 15_000 });
          return payAtDesk(db, registration, cash());
        },
        action: "cash",
        about: "another row",
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
];
