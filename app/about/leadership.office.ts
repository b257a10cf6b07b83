import type { Notion } from "../kit/notion.ts";
import { leaderRecord } from "./leadership.record.ts";

export const leadership: Notion = {
  address: "/admin/leadership",
  records: [leaderRecord],
};
