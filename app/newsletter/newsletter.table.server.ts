import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  orderText,
  SITE_NOW,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { SUBSCRIPTION_STATUSES } from "./newsletter.record.ts";

export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: idColumn(),
    /** Null after the end of the subscription, like the number: a trigger clears both and the hash stays. */
    email: text().unique(),
    /** A keyed hash of the address, to recognise it after the end of the subscription. */
    address_hash: text().unique(),
    /** E.164 */
    whatsapp: text(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default("active"),
    language: text().notNull().default("fr"),
    /** The consent: the sentence, the time and the address of the form. */
    consent_text: text().notNull(),
    consented_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    consent_channel: text().notNull(),
    /** When the return link was last sent; null after its use. */
    return_sent_at: timestamp({ withTimezone: true }),
    search_text: searchText("email", "whatsapp"),
    /** The order of the list: cleared addresses come first. */
    sort_email: orderText("email"),
    ...timestamps,
  },
  (table) => [
    oneOf("newsletter_status", table.status, SUBSCRIPTION_STATUSES),
    check(
      "newsletter_address",
      sql`${table.email} is not null or (${table.status} <> 'active' and ${table.address_hash} is not null)`,
    ),
    index("newsletter_by_email").on(table.sort_email, table.id),
    index("newsletter_newest").on(table.created_at, table.id),
    searchIndex("newsletter_subscriptions", table.search_text),
    ...doors("newsletter_subscriptions", { inserts: sql`status = 'active'` }),
  ],
);
