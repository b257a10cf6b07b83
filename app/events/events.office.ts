import type { Notion } from "../kit/notion.ts";
import { eventRecord, packageRecord } from "./events.record.ts";

export const events: Notion = {
  address: "/admin/events",
  dashboard: { counter: 2, creation: 2 },
  records: [eventRecord, packageRecord],
  mails: {
    "event-door": "Place à l’entrée d’un événement",
    "event-returns": "Remboursements d’un événement annulé à approuver",
  },
  jobs: { "events.clock": "Début et fin des événements" },
};
