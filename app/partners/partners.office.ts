import { Handshake } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "./partner-labels.ts";

export const partners: Notion = {
  address: "/admin/partners",
  icon: Handshake,
  group: "community",
  shortcut: "p",
  dashboard: { counter: 3, creation: 4 },
  records: [
    {
      table: "partners",
      words: { one: "Partenaire", many: "Partenaires" },
      fields: {
        contact_email: "E-mail du contact",
        contact_name: "Nom du contact",
        contact_phone: "Téléphone du contact",
        partnership_end: "Fin du partenariat",
        partnership_start: "Début du partenariat",
        partnership_type: "Type de partenariat",
        website: "Site web",
      },
      values: { partnership_type: TYPE_CHOICES, status: STATUS_CHOICES },
      files: calledBy("name"),
      samples: {},
    },
  ],
};
