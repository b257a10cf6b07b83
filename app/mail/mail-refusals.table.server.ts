import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { doors, idColumn, SITE_NOW } from "../core/database/doors/columns.server.ts";

/** Addresses that a mail server said do not exist. One that takes a mail after that is struck off. */
export const mailRefusals = pgTable(
  "mail_refusals",
  {
    id: idColumn(),
    /** In lower case. */
    address: text().notNull().unique(),
    /** What the server said, such as 5.1.1. */
    code: text().notNull(),
    refused_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  () => doors("mail_refusals"),
);
