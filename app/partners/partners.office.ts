import { Handshake } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";

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
        contact_email: "e-mail du contact",
        contact_name: "contact",
        contact_phone: "téléphone du contact",
        partnership_end: "fin",
        partnership_start: "début",
        partnership_type: "type de partenariat",
        website: "site web",
      },
      files: calledBy("name"),
      samples: {},
    },
  ],
};
