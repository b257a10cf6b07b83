import { calledBy, positions, type RecordDefinition, UNDO_TEXTS } from "../../records/record.ts";
import { TYPE_CHOICES } from "../members/member-labels.ts";

export const membershipTypeRecord: RecordDefinition = {
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
  versioned: {
    columns: [
      "name",
      "name_en",
      "description",
      "description_en",
      "price",
      "period",
      "period_en",
      "features",
      "features_en",
      "member_type",
    ],
  },
  translated: true,
  undo: [...UNDO_TEXTS, "activate", "deactivate"],
};
