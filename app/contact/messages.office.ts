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
  tasks: [
    {
      key: "messages",
      one: "message non lu",
      many: "messages non lus",
      to: "/admin/messages?status=unread",
      rows: [{ table: "contact_messages", status: ["unread"] }],
    },
  ],
};
