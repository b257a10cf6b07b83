import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    contact_messages: {
      row: () => ({ name: "N", email: "n@example.gn", subject: "S", message: "M" }),
      visitorInserts: { refused: [{ status: "read" }, { status: "replied" }] },
      notifies: false,
      searched: ["name", "email", "subject"],
      order: NEWEST,
    },
  },
  addresses: {
    // The samples hold no message.
    "/admin/messages/:id": "/admin/messages/01930000-0000-7000-8000-000000000000",
  },
  screens: {
    // Has a drawn plan beside its form.
    "contact.page.tsx": "story",
  },
} satisfies Expectations;
