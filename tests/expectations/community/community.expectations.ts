import { ACTIVE_ONLY } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    highlights: {
      row: () => ({ kind: "player", name: "N", order: 1 }),
      visitorReads: ACTIVE_ONLY,
      notifies: true,
      searched: ["name", "gamertag"],
      order: { within: "kind = 'player'", by: ["kind", "order", "id"] },
    },
  },
  addresses: {
    "/admin/highlights/:id": "/admin/highlights/01930000-0000-7000-8000-000000006001",
  },
  screens: {
    "community.page.tsx": "list",
  },
} satisfies Expectations;
