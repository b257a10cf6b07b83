import type { StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import type { Transaction } from "../../../app/core/database/engine.server.ts";
import {
  approveEventReturns,
  cancelEvent,
  findReturns,
  holdEventReturns,
} from "../../../app/events/cancellation/cancellation.staff.server.ts";
import { addToDoor, removeFromDoor } from "../../../app/events/door/event-door.staff.server.ts";
import { eventFormSchema } from "../../../app/events/event-schema.ts";
import {
  createEvent,
  deleteEvents,
  setEventStatus,
  updateEvent,
} from "../../../app/events/events.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";
import { ACCOUNT } from "../../database/parents.ts";
import { insertRow } from "../../database/tables.ts";

// Packages stand in rows of their own: tests/admin/event-packages.test.ts.
const { prices: _packages, ...event } = eventFormSchema.parse({
  title: "Coupe de Kankan",
  description: "Deux jours de jeu.",
  date: "2030-06-01",
  time: "10:00",
  location: "Kankan",
  category: "Tournoi",
  type: "hybrid",
  price: "5000",
  currency: "XOF",
  status: "upcoming",
  max_participants: "16",
});

/** The cancelling of an event, of which one person's money waits for a second decision. */
async function insertWaiting(db: Transaction, event_id: string, returns_from?: string) {
  const subject_id = await insertRow(db, "event_registrations", { event_id });
  const order_id = await insertRow(db, "orders", { kind: "registration", subject_id });
  const payment_id = await insertRow(db, "payments", { order_id });
  const charge_id = await insertRow(db, "ledger_entries", { order_id, payment_id });
  const asked = { source: "staff", reason: "cancelled", requested_by: ACCOUNT };
  await insertRow(db, "refunds", { order_id, charge_id, ...asked });
  const waiting = { kind: "cancelled", returns: "waiting", returns_total: [], returns_from };
  await insertRow(db, "event_changes", { event_id, decided_by: ACCOUNT, ...waiting });
}

/** What the screen shows of it, as its buttons name it. */
const formatSeen = async (db: StaffDb, id: string) => (await findReturns(db, id))?.seen ?? "";

const DOOR = { roles: ["door"] };

/** What staff do with them, each operation with what the log says of it. */
export default [
  { table: "event_packages", within: "events" },
  {
    table: "events",
    form: event,
    create: createEvent,
    update: updateEvent,
    remove: deleteEvents,
    changes: [
      {
        of: setEventStatus,
        run: (db, id) => setEventStatus(db, [id], "cancelled"),
        action: "status",
      },
      {
        of: cancelEvent,
        run: (db, id) =>
          cancelEvent(db, id, {
            cancellation_reason: "La salle est inondée.",
            cancellation_reason_en: null,
            seen: "0, 0, 0, 0",
          }),
        action: "cancel",
      },
      {
        of: approveEventReturns,
        run: async (db, id) => {
          await insertWaiting(db, id);
          await approveEventReturns(db, id, await formatSeen(db, id));
        },
        action: "approve-returns",
      },
      {
        of: holdEventReturns,
        run: async (db, id) => {
          await insertWaiting(db, id, "2030-01-01T00:00:00Z");
          await holdEventReturns(db, id, await formatSeen(db, id));
        },
        action: "hold-returns",
      },
      {
        of: addToDoor,
        run: async (db, id) => addToDoor(db, id, await insertRow(db, "profiles", DOOR)),
        action: "door-add",
      },
      {
        of: removeFromDoor,
        async run(db, id) {
          const account_id = await insertRow(db, "profiles", DOOR);
          await insertRow(db, "event_door", { event_id: id, account_id });
          return removeFromDoor(db, id, account_id);
        },
        action: "door-remove",
      },
    ],
  },
] satisfies Managed[];
