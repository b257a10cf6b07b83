import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    partners: {
      row: () => ({
        name: "N",
        description: "D",
        contact_name: "Private",
        contact_email: "private@example.gn",
        contact_phone: "+224620000001",
      }),
      visitorReads: {
        shown: { status: "active" },
        hidden: [{ status: "inactive" }],
        columns: [
          "id",
          "name",
          "description",
          "description_en",
          "logo_url",
          "website",
          "partnership_type",
          "status",
          "created_at",
        ],
      },
      notifies: true,
      searched: ["name", "description"],
      order: NEWEST,
    },
  },
  addresses: {
    "/admin/partners/:id": "/admin/partners/01930000-0000-7000-8000-000000004001",
  },
  screens: {
    "partners.page.tsx": "list",
  },
} satisfies Expectations;
