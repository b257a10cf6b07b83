import type { Notion } from "../kit/notion.ts";
import { messageRecord } from "./messages.record.ts";

export const messages: Notion = {
  address: "/admin/messages",
  dashboard: { counter: 4 },
  records: [messageRecord],
  tasks: [
    {
      key: "messages",
      one: "message non lu",
      many: "messages non lus",
      to: "/admin/messages?status=unread",
      rows: [{ table: "contact_messages", status: ["unread"] }],
    },
  ],
  mails: {
    "contact-acknowledgement": "Accusé de réception d’un message",
    "contact-notice": "Message reçu par le site",
  },
};
