import { Tags } from "lucide-react";
import { calledBy, type Notion, positions } from "../../kit/notion.ts";
import { TYPE_CHOICES } from "../members/member-labels.ts";

export const membershipTypes: Notion = {
  address: "/admin/membership-types",
  icon: Tags,
  group: "community",
  records: [
    {
      table: "membership_types",
      words: { one: "Type d’adhésion", many: "Types d’adhésion" },
      fields: {
        features: "Avantages",
        is_active: "Statut",
        member_type: "Type de membre",
        period: "Période",
      },
      values: { is_active: positions("Actif", "Inactif"), member_type: TYPE_CHOICES },
      files: calledBy("name"),
      samples: { keptBy: [{ table: "members", column: "membership_type_id" }] },
    },
  ],
};
