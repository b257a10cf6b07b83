import { Star } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";

export const highlights: Notion = {
  address: "/admin/highlights",
  icon: Star,
  group: "community",
  records: [
    {
      table: "highlights",
      words: { one: "Mise en avant", many: "Mises en avant", feminine: true },
      fields: {
        achievements: "palmarès",
        contribution: "apport",
        gamertag: "pseudo",
        kind: "sorte",
        level: "niveau",
        members_count: "membres",
      },
      files: calledBy("name"),
      samples: {},
    },
  ],
};
