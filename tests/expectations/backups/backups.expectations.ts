import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    backup_runs: {
      row: () => ({ kind: "key", status: "done" }),
      staff: {
        reads: [
          "id",
          "kind",
          "status",
          "started_at",
          "lease_until",
          "by_hand",
          "ended_at",
          "archive",
          "archive_at",
          "bytes",
          "row_count",
          "stored_count",
          "new_count",
          "elsewhere",
          "reason",
          "findings",
        ],
      },
      notifies: false,
    },
  },
} satisfies Expectations;
