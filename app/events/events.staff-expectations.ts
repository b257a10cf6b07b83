import type { Managed } from "../../tests/admin/managed.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { approveEventReturns, cancelEvent, holdEventReturns } from "./cancellation.staff.server.ts";
import { eventFormSchema } from "./event-schema.ts";
import { createEvent, deleteEvents, setEventStatus, updateEvent } from "./events.staff.server.ts";

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

const WAITING = { kind: "cancelled", returns: "waiting", returns_total: [] };

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
            seen: "0, 0, 0",
          }),
        action: "cancel",
      },
      {
        of: approveEventReturns,
        run: async (db, id) => {
          await insertRow(db, "event_changes", { event_id: id, ...WAITING });
          await approveEventReturns(db, id);
        },
        action: "approve-returns",
      },
      {
        of: holdEventReturns,
        run: async (db, id) => {
          const returns_from = "2030-01-01T00:00:00Z";
          await insertRow(db, "event_changes", { event_id: id, ...WAITING, returns_from });
          await holdEventReturns(db, id);
        },
        action: "hold-returns",
      },
    ],
  },
] satisfies Managed[];
