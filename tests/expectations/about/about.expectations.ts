import { ACTIVE_ONLY } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    leadership_team: {
      row: () => ({ name: "N", position: "P", bio: "B", order: 1 }),
      visitorReads: ACTIVE_ONLY,
      notifies: true,
      searched: ["name", "position"],
      order: { by: ["order", "id"] },
    },
  },
  addresses: {
    "/admin/leadership/:id": "/admin/leadership/01930000-0000-7000-8000-000000003001",
  },
  screens: {
    "about.page.tsx": "list",
  },
} satisfies Expectations;
