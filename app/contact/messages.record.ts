import type { ListSpec } from "../records/list/list-query.ts";
import { calledBy, type RecordDefinition } from "../records/record.ts";
import { valuesOf } from "../records/record-fields.ts";

export const STATUS_CHOICES = [
  { value: "unread", label: "Non lu", tone: "news" },
  { value: "read", label: "Lu", tone: "plain" },
  { value: "replied", label: "Répondu", tone: "good" },
] as const;
export const MESSAGE_STATUSES = valuesOf(STATUS_CHOICES);
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The filters and orders of the list of messages. */
export const MESSAGE_LIST: ListSpec = {
  filters: { status: MESSAGE_STATUSES },
  sorts: ["created_at"],
  descending: true,
};

export const messageRecord: RecordDefinition = {
  table: "contact_messages",
  words: { one: "Message", many: "Messages" },
  actions: { read: "Lecture", reply: "Réponse" },
  fields: { message: "Message", subject: "Sujet" },
  values: { status: STATUS_CHOICES },
  called: calledBy("subject"),
  files: "none",
  undo: ["read", "reply", "delete", "undo"],
  counterActs: {
    restore: "Supprimez le message dans la liste.",
  },
};
