import { CalendarDays } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";

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
      fields: { max_participants: "places", prices: "formules", rules: "règlement" },
      files: calledBy("title"),
      samples: { keptBy: [{ table: "event_registrations", column: "event_id" }] },
    },
  ],
};
