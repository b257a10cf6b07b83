import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/columns.server.ts";
import { SUBSCRIPTION_STATUSES } from "./newsletter-schema.ts";

export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: idColumn(),
    email: text().notNull().unique(),
    /** E.164 */
    whatsapp: text().notNull(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default("active"),
    language: text().notNull().default("fr"),
    /** The sentence that was agreed to, when, and where it stood. */
    consent_text: text().notNull(),
    consented_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    consent_channel: text().notNull(),
    /** When the link back was last sent to an address that had left; it is worth nothing after its use. */
    return_sent_at: timestamp({ withTimezone: true }),
    search_text: searchText("email", "whatsapp"),
    ...timestamps,
  },
  (table) => [
    oneOf("newsletter_status", table.status, SUBSCRIPTION_STATUSES),
    index("newsletter_newest").on(table.created_at, table.id),
    searchIndex("newsletter_subscriptions", table.search_text),
    ...doors("newsletter_subscriptions", { inserts: sql`status = 'active'` }),
  ],
);
