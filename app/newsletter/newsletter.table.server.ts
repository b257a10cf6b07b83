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
import { keyedHash, keyedHashes } from "../core/secrets/keys.server.ts";
import { SUBSCRIPTION_STATUSES } from "./newsletter.record.ts";

export const newsletterSubscriptions = pgTable(
  "newsletter_subscriptions",
  {
    id: idColumn(),
    /** Absent, as the number is, once its owner left: a trigger sees to that, and the hash stays. */
    email: text().unique(),
    /** Of the address, which only we can make: by it an address that left is known again. */
    address_hash: text().unique(),
    /** E.164 */
    whatsapp: text(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default("active"),
    language: text().notNull().default("fr"),
    /** The sentence that was agreed to, when, and where it stood. */
    consent_text: text().notNull(),
    consented_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    consent_channel: text().notNull(),
    /** When the link back was last sent to an address that had left; it is worth nothing after its use. */
    return_sent_at: timestamp({ withTimezone: true }),
    search_text: searchText("email", "whatsapp"),
    /** What orders the list: an address that is gone comes first. */
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

const PURPOSE = "newsletter address";

/** What is kept of an address that left: nobody reads it back, and we know it when it comes again. */
export const addressHash = (email: string): string => keyedHash(PURPOSE, email);

/** The same under the secrets of before, under which older rows were hashed. */
export const addressHashes = (email: string): string[] => keyedHashes(PURPOSE, email);
