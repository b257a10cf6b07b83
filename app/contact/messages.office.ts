import { Mail } from "lucide-react";
import { calledBy, type Notion } from "../kit/notion.ts";
import { STATUS_CHOICES } from "./contact-messages.ts";

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
      fields: { message: "Message", subject: "Sujet" },
      values: { status: STATUS_CHOICES },
      called: calledBy("subject"),
      files: "none",
    },
  ],
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
