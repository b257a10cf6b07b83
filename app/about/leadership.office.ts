import { UsersRound } from "lucide-react";
import { opens } from "../kit/access.ts";
import type { Notion } from "../kit/notion.ts";
import { leaderRecord } from "./leadership.record.ts";

export const leadership: Notion = {
  address: "/admin/leadership",
  icon: UsersRound,
  access: opens(
    "editor",
    "/admin/leadership",
    "/admin/versions/leadership_team",
    "/admin/translations/leadership_team",
  ),
  group: "community",
  records: [leaderRecord],
};
