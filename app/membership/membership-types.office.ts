import { Tags } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";

export const membershipTypes: Notion = {
  address: "/admin/membership-types",
  icon: Tags,
  group: "community",
  records: [
    {
      table: "membership_types",
      words: { one: "Type d’adhésion", many: "Types d’adhésion" },
      fields: { features: "avantages", member_type: "pour", period: "durée" },
      files: calledBy("name"),
      samples: { keptBy: [{ table: "members", column: "membership_type_id" }] },
    },
  ],
};
