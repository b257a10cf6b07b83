import { CalendarDays } from "lucide-react";
import { calledBy, type Notion, positions } from "../kit/notion.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "./event-labels.ts";

export const events: Notion = {
  address: "/admin/events",
  icon: CalendarDays,
  group: "content",
  shortcut: "e",
  dashboard: { counter: 2, creation: 2 },
  records: [
    {
      table: "events",
      words: { one: "Événement", many: "Événements" },
      fields: {
        asks_gamertag: "Gamertag et plateforme",
        current_participants: "Participants",
        features: "Avantages",
        max_age: "Âge maximum",
        max_participants: "Nombre maximum de participants",
        min_age: "Âge minimum",
        prices: "Formules",
        rules: "Règlement",
      },
      values: {
        asks_gamertag: positions("Demandés", "Non demandés"),
        status: STATUS_CHOICES,
        type: TYPE_CHOICES,
      },
      files: calledBy("title"),
      samples: { keptBy: [{ table: "event_registrations", column: "event_id" }] },
    },
  ],
};
