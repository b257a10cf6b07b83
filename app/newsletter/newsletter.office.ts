import { Megaphone } from "lucide-react";
import type { Notion } from "../kit/notion.ts";
import { ERASED_ADDRESS, STATUS_CHOICES } from "./newsletter.record.ts";

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
        address_hash: "Empreinte de l’adresse",
        consent_channel: "Moyen du consentement",
        consent_text: "Texte du consentement",
        consented_at: "Consentement",
        return_sent_at: "Lien de retour envoyé",
        whatsapp: "WhatsApp",
      },
      values: { status: STATUS_CHOICES },
      called: {
        columns: ["email"],
        label: ({ email }) => email ?? ERASED_ADDRESS,
        to: ({ email }) => `/admin/newsletter?${new URLSearchParams({ q: email ?? "" })}`,
      },
      files: "none",
      undo: "Qui s’est désabonné ne revient que par le lien de son message.",
    },
  ],
  mails: {
    "newsletter-return": "Retour à la newsletter à confirmer",
    "newsletter-welcome": "Bienvenue dans la newsletter",
  },
};
