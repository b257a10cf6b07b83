import { Users } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

export const members: Notion = {
  address: "/admin/members",
  icon: Users,
  group: "community",
  shortcut: "m",
  dashboard: { counter: 1, creation: 1 },
  records: [
    {
      table: "members",
      words: { one: "Membre", many: "Membres" },
      fields: {
        address: "adresse",
        birth_date: "date de naissance",
        city: "ville",
        first_name: "prénom",
        language: "langue",
        last_name: "nom",
        member_type: "type",
        membership_end: "fin",
        membership_start: "début",
        membership_type_id: "type d’adhésion",
        phone: "téléphone",
      },
      files: "none",
      samples: { keptBy: [{ table: "orders", column: "subject_id" }] },
    },
  ],
  tasks: [
    {
      key: "applications",
      one: "demande d’adhésion en attente",
      many: "demandes d’adhésion en attente",
      to: "/admin/members?status=pending",
      rows: [{ table: "members", status: ["pending"] }],
    },
  ],
  jobs: { "membership.forget": "Oubli de la provenance des adhésions" },
};
