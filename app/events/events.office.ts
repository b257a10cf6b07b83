import { CalendarDays } from "lucide-react";
import { opens } from "../kit/access.ts";
import type { Notion } from "../kit/notion.ts";
import { eventRecord, packageRecord } from "./events.record.ts";

export const events: Notion = {
  address: "/admin/events",
  icon: CalendarDays,
  access: {
    // Money that goes back is let go by who answers for money.
    "/admin/events": { events: ["save", "status", "delete", "holdReturns"] },
    ...opens("events", "/admin/events/:id/door"),
    ...opens("events", "/admin/versions/events", "/admin/translations/events"),
    ...opens("events", "/admin/previews/events"),
  },
  group: "content",
  shortcut: "e",
  dashboard: { counter: 2, creation: 2 },
  records: [eventRecord, packageRecord],
  mails: {
    "event-door": "Place à l’entrée d’un événement",
    "event-returns": "Remboursements d’un événement annulé à approuver",
  },
  jobs: { "events.clock": "Début et fin des événements" },
};
