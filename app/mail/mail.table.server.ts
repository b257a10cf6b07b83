import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { MAIL_STATUSES } from "./mail.ts";

/**
 * Mail to be sent: written in the transaction that gives the reason for it, sent afterwards by a
 * job. A visitor's action may queue one, and never sees it again.
 */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: idColumn(),
    /** What this message is about: there is one row of each, whatever is tried twice. */
    key: text()
      .notNull()
      .unique()
      .$defaultFn(() => newId()),
    /** Which text this is, such as 'newsletter-welcome'. */
    template: text().notNull(),
    language: text({ enum: ["fr", "en"] }).notNull(),
    recipient: text().notNull(),
    reply_to: text(),
    subject: text().notNull(),
    text_body: text().notNull(),
    html_body: text().notNull(),
    /** The row that it is about, where it is looked at once more when the mail leaves. */
    about_id: uuid(),
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    status: text({ enum: MAIL_STATUSES }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    next_attempt_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** When it left, or was kept. */
    sent_at: timestamp({ withTimezone: true }),
    last_error: text(),
    search_text: searchText("recipient", "subject"),
    ...timestamps,
  },
  (table) => [
    oneOf("mail_outbox_status", table.status, MAIL_STATUSES),
    index("mail_outbox_due").on(table.next_attempt_at).where(sql`status = 'queued'`),
    index("mail_outbox_about").on(table.about_id).where(sql`about_id is not null`),
    searchIndex("mail_outbox", table.search_text),
    index("mail_outbox_by_status").on(table.status, table.created_at, table.id),
    index("mail_outbox_newest").on(table.created_at, table.id),
    ...doors("mail_outbox", { inserts: sql`status = 'queued' and attempts = 0` }),
  ],
);

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
