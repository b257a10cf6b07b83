import { EVERYTHING, NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    file_categories: {
      row: (n) => ({ name: `Catégorie ${n}` }),
      visitorReads: EVERYTHING,
      notifies: true,
    },
    file_removals: {
      row: (n) => ({ stem: `uploads/${n}`, reason: "deleted", due_at: "2100-01-01T00:00:00Z" }),
      staff: {
        reads: [
          "id",
          "stem",
          "reason",
          "let_go_at",
          "due_at",
          "asked_at",
          "confirmed_at",
          "claimed_at",
          "removed_at",
          "bytes",
          "created_at",
          "updated_at",
        ],
        changes: ["confirmed_at", "updated_at"],
      },
      notifies: false,
    },
    file_stores: {
      row: (n) => ({ name: n }),
      staff: {
        reads: [
          "id",
          "name",
          "turn",
          "state",
          "findings",
          "checked_at",
          "created_at",
          "updated_at",
        ],
      },
      notifies: false,
    },
    static_files: {
      row: () => ({
        filename: "a.pdf",
        original_filename: "a.pdf",
        file_url: "/files/a.pdf",
        file_type: "application/pdf",
        file_size: 10,
        title: "T",
      }),
      visitorReads: { shown: { is_public: true }, hidden: [{ is_public: false }] },
      notifies: true,
      searched: ["filename", "title", "title_en", "description"],
      order: NEWEST,
    },
  },
  addresses: {
    "/admin/files/:id": "/admin/files/01930000-0000-7000-8000-000000007001",
    "/admin/files/:id/replace": "/admin/files/01930000-0000-7000-8000-000000007001/replace",
    // The samples' categories have no fixed id.
    "/admin/files/categories/:id": "/admin/files/categories/01930000-0000-7000-8000-000000000000",
  },
} satisfies Expectations;
