import { Star } from "lucide-react";
import { calledBy, type Notion, positions } from "../kit/notion.ts";
import { KIND_CHOICES } from "./highlight-labels.ts";

export const highlights: Notion = {
  address: "/admin/highlights",
  icon: Star,
  group: "community",
  records: [
    {
      table: "highlights",
      words: { one: "Mise en avant", many: "Mises en avant", feminine: true },
      fields: {
        achievements: "Palmarès",
        category: "Domaine",
        contribution: "Contribution",
        gamertag: "Gamertag",
        is_active: "Statut",
        kind: "Type",
        level: "Niveau",
        members_count: "Nombre de membres",
      },
      values: { kind: KIND_CHOICES, is_active: positions("Affichée", "Masquée") },
      files: calledBy("name"),
      samples: {},
    },
  ],
};
