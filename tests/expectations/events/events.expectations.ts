import { ACCOUNT, OPEN_EVENT } from "../../database/parents.ts";
import { EVERYTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    events: {
      removable: "not exists (select 1 from event_registrations where event_id = events.id)",
      row: () => ({
        title: "T",
        description: "D",
        date: "2030-01-01",
        location: "Conakry",
        category: "Tournoi",
      }),
      visitorReads: EVERYTHING,
      notifies: true,
      searched: ["title", "title_en", "description", "location"],
      order: { by: ["date", "id"] },
    },
    event_packages: {
      removable:
        "not exists (select 1 from event_registrations where package_id = event_packages.id)",
      row: (n) => ({
        event_id: OPEN_EVENT,
        key: n,
        name: "F",
        description: "D",
        features: [],
        features_en: [],
        amount: 0,
      }),
      visitorReads: { shown: {}, hidden: [{ withdrawn_at: "2026-01-01T00:00:00Z" }] },
      notifies: true,
    },
    event_door: {
      row: () => ({ event_id: OPEN_EVENT, account_id: ACCOUNT, added_by: ACCOUNT }),
      notifies: false,
    },
    event_changes: {
      row: () => ({ event_id: OPEN_EVENT, kind: "reopened", decided_by: ACCOUNT }),
      order: { by: ["event_id", "created_at", "id"] },
      notifies: false,
    },
  },
  addresses: {
    "/admin/events/:id/cancel": "/admin/events/01930000-0000-7000-8000-000000002001/cancel",
    "/admin/events/:id/door": "/admin/events/01930000-0000-7000-8000-000000002001/door",
    "/admin/events/:id": "/admin/events/01930000-0000-7000-8000-000000002001",
    "/events/:id/calendar.ics": "/events/01930000-0000-7000-8000-000000002001/calendar.ics",
  },
  screens: {
    "events.page.tsx": "list",
  },
} satisfies Expectations;
