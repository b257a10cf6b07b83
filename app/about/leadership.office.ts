import { UsersRound } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";

export const leadership: Notion = {
  address: "/admin/leadership",
  icon: UsersRound,
  group: "community",
  records: [
    {
      table: "leadership_team",
      words: { one: "Direction", many: "Direction", feminine: true },
      fields: { bio: "biographie", position: "fonction" },
      files: calledBy("name"),
      samples: {},
    },
  ],
};
