import { calledBy, type RecordDefinition } from "../records/record.ts";
import { STATUS_CHOICES } from "./message-labels.ts";

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
