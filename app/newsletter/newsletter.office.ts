import { Megaphone } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

export const newsletter: Notion = {
  address: "/admin/newsletter",
  label: "Newsletter",
  icon: Megaphone,
  group: "exchanges",
  records: [
    {
      table: "newsletter_subscriptions",
      words: { one: "Abonné", many: "Abonnés" },
      actions: { unsubscribe: "Désabonnement" },
      files: "none",
    },
  ],
  mails: {
    "newsletter-return": "Retour à la newsletter à confirmer",
    "newsletter-welcome": "Bienvenue dans la newsletter",
  },
};
