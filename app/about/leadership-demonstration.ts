import { demonstration } from "../kit/demonstration.ts";
import type { ListSpec } from "../records/list-query.ts";
import type { LeaderRow } from "./leadership.staff.server.ts";
import type { LeaderForm } from "./leadership-form.ts";

/** What the list of leaders can be asked for. */
export const LEADERS: ListSpec = {
  filters: { status: ["active", "inactive"] },
  sorts: ["order"],
  descending: false,
};

export const leadersDemonstration = demonstration<LeaderRow, LeaderForm>({
  list: "/admin/leadership",
  spec: LEADERS,
  searched: ["name", "position"],
  flag: "is_active",
  schema: async () => (await import("./leadership-form.ts")).leaderFormSchema,
  fresh: (rows) => ({ order: Math.max(0, ...rows.map(({ order }) => order)) + 1 }),
});
