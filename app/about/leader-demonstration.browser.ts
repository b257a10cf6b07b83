import { demonstration } from "../kit/demonstration/demonstration.browser.ts";
import { type LeaderForm, leaderRecord } from "./leadership.record.ts";
import type { LeaderRow } from "./leadership.staff.server.ts";

export const leadersDemonstration = demonstration<LeaderRow, LeaderForm>({
  list: "/admin/leadership",
  spec: leaderRecord.list,
  searched: leaderRecord.search,
  flag: "is_active",
  schema: async () => (await import("../kit/form/record-schema.ts")).recordSchema(leaderRecord),
  fresh: (rows) => ({ order: Math.max(0, ...rows.map(({ order }) => order)) + 1 }),
});
