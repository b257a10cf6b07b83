import type { TableExpectation } from "./tables.ts";

/** What the tests expect of the tables that say what may be removed from the store of files. */
export const FILE_TABLES: Record<string, TableExpectation> = {
  file_removals: {
    row: (n) => ({ stem: `uploads/${n}`, reason: "deleted", due_at: "2100-01-01T00:00:00Z" }),
    staff: {
      reads: [
        ...["id", "stem", "reason", "let_go_at", "due_at", "asked_at", "confirmed_at"],
        ...["claimed_at", "removed_at", "bytes", "created_at", "updated_at"],
      ],
    },
    notifies: false,
  },
  file_stores: {
    row: (n) => ({ name: n }),
    staff: {
      reads: ["id", "name", "turn", "state", "findings", "checked_at", "created_at", "updated_at"],
    },
    notifies: false,
  },
};
