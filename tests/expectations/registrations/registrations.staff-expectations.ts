import { newId } from "../../../app/core/secrets/id.server.ts";
import { ORDER_LIST } from "../../../app/payments/orders/order-list.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import {
  correctRegistration,
  moveRegistration,
  sendTicketAgain,
} from "../../../app/registrations/admin/corrections.staff.server.ts";
import {
  cancelByStaff,
  confirmByStaff,
  createRegistration,
  offerByStaff,
  recordCashPayment,
  showTicketLink,
  tellByStaff,
} from "../../../app/registrations/admin/staff-registration.staff.server.ts";
import {
  correctionSchema,
  packageValue,
  staffRegistrationSchema,
} from "../../../app/registrations/admin/staff-registration-schema.ts";
import {
  checkIn,
  checkInAtDoor,
  undoCheckIn,
} from "../../../app/registrations/door/door.staff.server.ts";
import { exportRegistrations } from "../../../app/registrations/registrations.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { OPEN_EVENT } from "../../database/parents.ts";
import { insertRow } from "../../database/tables.ts";

const cash = () => ({ key: newId(), receipt: null });

const person = () =>
  staffRegistrationSchema.parse({
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

const CORRECTION = correctionSchema.parse({
  firstName: "Hawa",
  lastName: "Soumah",
  email: "hawa.soumah@example.org",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
  gamertag: "hawa",
  platform: "pc",
  language: "fr",
  price_id: "standard",
});

const everything = parseListQuery(ORDER_LIST, new URLSearchParams());

const REFERENCE = "FGE-7K3M-2Q";

/** What staff do with them, each operation with what the log says of it. */
export default [
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
      { of: showTicketLink, run: showTicketLink, action: "show-link" },
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
      {
        of: correctRegistration,
        run: (db, id) => correctRegistration(db, id, CORRECTION),
        action: "update",
      },
      {
        of: moveRegistration,
        async run(db, id) {
          const event_id = await insertRow(db, "events", { date: "2099-01-01" });
          return moveRegistration(db, id, { event_id, price_id: "standard" });
        },
        action: "move",
      },
      { of: sendTicketAgain, run: (db, id) => sendTicketAgain(db, id), action: "send" },
      { of: cancelByStaff, run: (db, id) => cancelByStaff(db, id), action: "cancel" },
      { of: offerByStaff, run: (db, id) => offerByStaff(db, id), action: "offer" },
      {
        of: tellByStaff,
        run: (db, id) => tellByStaff(db, id),
        action: "tell",
        given: {
          status: "offered",
          offer_expires_at: null,
          offer_hours: 24,
          offered_at: "2030-01-01T10:00:00Z",
        },
      },
      { of: confirmByStaff, run: (db, id) => confirmByStaff(db, id), action: "confirm" },
    ],
  },
  {
    table: "orders",
    changes: [
      {
        of: recordCashPayment,
        async run(db) {
          const registration = await insertRow(db, "event_registrations", { amount: 15_000 });
          return recordCashPayment(db, registration, cash());
        },
        action: "cash",
        about: "another row",
      },
    ],
  },
] satisfies Managed[];
