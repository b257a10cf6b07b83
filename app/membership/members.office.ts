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
      actions: { remind: "Rappel envoyé", reminders: "Rappels" },
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
        reminders_off: "rappels arrêtés",
      },
      files: "none",
      samples: { keptBy: [{ table: "orders", column: "subject_id" }] },
    },
  ],
  jobs: {
    "membership.end": "Fin des adhésions et rappels",
    "membership.forget": "Oubli de la provenance des adhésions",
  },
  mails: {
    "application-received": "Demande d’adhésion reçue",
    "membership-active": "Adhésion active, avec le reçu",
    "membership-ending": "Rappel de fin d’adhésion",
  },
};
