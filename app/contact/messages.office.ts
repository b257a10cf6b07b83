import { Mail } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

export const messages: Notion = {
  address: "/admin/messages",
  icon: Mail,
  group: "exchanges",
  shortcut: "c",
  dashboard: { counter: 4 },
  records: [
    {
      table: "contact_messages",
      words: { one: "Message", many: "Messages" },
      actions: { read: "Lecture", reply: "Réponse" },
      files: "none",
    },
  ],
  mails: {
    "contact-acknowledgement": "Accusé de réception d’un message",
    "contact-notice": "Message reçu par le site",
  },
};
