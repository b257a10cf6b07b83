import { Megaphone } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";
import { STATUS_CHOICES } from "./subscriber-labels.ts";

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
      fields: {
        consent_channel: "Moyen du consentement",
        consent_text: "Texte du consentement",
        consented_at: "Consentement",
        return_sent_at: "Lien de retour envoyé",
        whatsapp: "WhatsApp",
      },
      values: { status: STATUS_CHOICES },
      called: {
        ...calledBy("email"),
        to: ({ email }) => `/admin/newsletter?${new URLSearchParams({ q: email ?? "" })}`,
      },
      files: "none",
    },
  ],
  mails: {
    "newsletter-return": "Retour à la newsletter à confirmer",
    "newsletter-welcome": "Bienvenue dans la newsletter",
  },
};
