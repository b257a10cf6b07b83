import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { MESSAGE_STATUSES, messageRecord } from "./messages.record.ts";

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: idColumn(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: MESSAGE_STATUSES }).notNull().default("unread"),
    search_text: searchText("name", "email", "subject"),
    ...timestamps,
  },
  (table) => [
    oneOf("contact_messages_status", table.status, MESSAGE_STATUSES),
    index("contact_messages_unread").on(table.created_at).where(sql`status = 'unread'`),
    index("contact_messages_newest").on(table.created_at, table.id),
    searchIndex("contact_messages", table.search_text),
    ...doors("contact_messages", { inserts: sql`status = 'unread'` }),
  ],
);

registerDefinition(messageRecord);
