import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  oneOf,
  systemDoor,
  timestamps,
  visitorRole,
} from "../core/database/doors/columns.server.ts";
import { SEARCH_KINDS, SEARCH_LANGUAGES } from "./search.ts";

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** The letters a to z sort the same on every server, so that a beginning is a range of the index. */
const plainWord = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

const everybodyReads = (table: string) =>
  pgPolicy(`${table}_visitor_reads`, { for: "select", to: visitorRole, using: sql`true` });

/**
 * What a search finds: all of it is public at this moment. Triggers write it in the transaction that publishes
 * a record or takes it away, so that no condition has to hide a draft from whoever searches.
 */
export const searchEntries = pgTable(
  "search_entries",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: SEARCH_KINDS }).notNull(),
    /** The record, in the table of its kind. */
    record_id: uuid().notNull(),
    /** `any` for a page of a document, which has one text for both. */
    language: text({ enum: SEARCH_LANGUAGES }).notNull(),
    /** 0 for the record itself, else a page of its PDF. */
    page: integer().notNull(),
    /** Where it is seen, without the language. */
    path: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** The day that counts: of an article its own, of an event its beginning. */
    happens_at: timestamp({ withTimezone: true }).notNull(),
    /** An event that does not take place. */
    is_cancelled: boolean().notNull().default(false),
    /** The stems of title and text, the title's with the greatest weight. */
    words: searchVector().notNull(),
  },
  (table) => [
    oneOf("search_entries_kind", table.kind, SEARCH_KINDS),
    oneOf("search_entries_language", table.language, SEARCH_LANGUAGES),
    unique("search_entries_place").on(table.record_id, table.language, table.page),
    // Without a list of what is still to be put in order: each search would read it whole.
    index("search_entries_french")
      .using("gin", table.words)
      .with({ fastupdate: false })
      .where(sql`language = 'fr'`),
    index("search_entries_english")
      .using("gin", table.words)
      .with({ fastupdate: false })
      .where(sql`language = 'en'`),
    index("search_entries_pages")
      .using("gin", table.words)
      .with({ fastupdate: false })
      .where(sql`language = 'any'`),
    systemDoor("search_entries"),
    everybodyReads("search_entries"),
  ],
);

/** Every word of the entries, to look for the nearest one when a word is written wrongly. */
export const searchWords = pgTable(
  "search_words",
  {
    id: uuid().primaryKey().defaultRandom(),
    word: plainWord().notNull().unique(),
  },
  (table) => [
    index("search_words_alike").using("gin", table.word.asc().op("gin_trgm_ops")),
    systemDoor("search_words"),
    everybodyReads("search_words"),
  ],
);

/**
 * Entries whose words are not among them yet. A job adds them: two who publish at the same moment would wait
 * for each other over a word that both bring.
 */
export const searchWordsDue = pgTable("search_words_due", { id: uuid().primaryKey() }, () => [
  systemDoor("search_words_due"),
]);

/** What stands on the pages of the public documents. */
export const documentTexts = pgTable(
  "document_texts",
  {
    id: uuid().primaryKey().defaultRandom(),
    file_url: text().notNull().unique(),
    /** Of the content that was read; absent where the file has none. */
    sha256: text(),
    pages: text().array().notNull().default([]),
    /** When it was read; absent while it has still to be. */
    read_at: timestamp({ withTimezone: true }),
    /** How often that was begun: a try counts before it begins, since it may end the process. */
    tries: integer().notNull().default(0),
    tried_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  () => [systemDoor("document_texts")],
);
