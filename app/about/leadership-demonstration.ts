import { demonstration } from "../kit/demonstration.ts";
import { LEADER_LIST } from "./leader-list.ts";
import type { LeaderRow } from "./leadership.staff.server.ts";
import type { LeaderForm } from "./leadership-form.ts";

export const leadersDemonstration = demonstration<LeaderRow, LeaderForm>({
  list: "/admin/leadership",
  spec: LEADER_LIST,
  searched: ["name", "position"],
  flag: "is_active",
  schema: async () => (await import("./leadership-form.ts")).leaderFormSchema,
  fresh: (rows) => ({ order: Math.max(0, ...rows.map(({ order }) => order)) + 1 }),
});
