import { UsersRound } from "lucide-react";
import { calledBy, type Notion, positions } from "../kit/notion.ts";

export const leadership: Notion = {
  address: "/admin/leadership",
  icon: UsersRound,
  group: "community",
  records: [
    {
      table: "leadership_team",
      words: { one: "Direction", many: "Direction", feminine: true },
      fields: { bio: "Biographie", position: "Poste" },
      values: { is_active: positions("Actif", "Inactif") },
      files: calledBy("name"),
      samples: {},
    },
  ],
};
