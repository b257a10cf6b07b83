import type { Managed } from "../../tests/admin/managed.ts";
import { eventFormSchema } from "./event-schema.ts";
import { createEvent, deleteEvents, setEventStatus, updateEvent } from "./events.staff.server.ts";

const event = eventFormSchema.parse({
  title: "Coupe de Kankan",
  description: "Deux jours de jeu.",
  date: "2030-06-01",
  time: "10:00",
  location: "Kankan",
  category: "Tournoi",
  type: "hybrid",
  price: "5000",
  status: "upcoming",
  max_participants: "16",
});

/** What staff do with them, each operation with what the log says of it. */
export default [
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
    ],
  },
] satisfies Managed[];
