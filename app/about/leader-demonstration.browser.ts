import { demonstration } from "../kit/demonstration/demonstration.browser.ts";
import type { LeaderForm } from "./leader-schema.ts";
import type { LeaderRow } from "./leadership.staff.server.ts";
import { LEADER_LIST } from "./leadership.ts";

export const leadersDemonstration = demonstration<LeaderRow, LeaderForm>({
  list: "/admin/leadership",
  spec: LEADER_LIST,
  searched: ["name", "position"],
  flag: "is_active",
  schema: async () => (await import("./leader-schema.ts")).leaderFormSchema,
  fresh: (rows) => ({ order: Math.max(0, ...rows.map(({ order }) => order)) + 1 }),
});
