import { UsersRound } from "lucide-react";
import { opens } from "../kit/access.ts";
import { calledBy, type Notion, positions } from "../kit/notion.ts";

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
