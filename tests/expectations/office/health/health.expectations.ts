import type { Expectations } from "../../../support/expectations.ts";

export default {
  tables: {
    health_causes: {
      row: () => ({ cause: "disk", level: "error", summary: "S" }),
      staff: {
        reads: [
          "id",
          "cause",
          "level",
          "summary",
          "since",
          "seen_at",
          "ended_at",
          "told",
          "told_on",
        ],
      },
      notifies: false,
    },
    policy_reports: {
      row: (n) => ({ directive: "script-src", blocked: n, page: "/about", reports: 1 }),
      staff: {
        reads: ["id", "directive", "blocked", "page", "reports", "first_at", "last_at"],
      },
      notifies: false,
    },
  },
} satisfies Expectations;
