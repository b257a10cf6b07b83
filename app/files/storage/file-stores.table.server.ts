import { bigint, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  timestamps,
} from "../../core/database/doors/columns.server.ts";

/** Why a stored file is to be removed. */
const REMOVAL_REASONS = ["arriving", "deleted", "replaced", "erased"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/**
 * Whether a store belongs to this database. `adopted`: it had no mark and just got ours. `older`: the database was
 * restored from a backup, the store is ahead of it. `foreign`: the mark is another database's. `away`: no answer.
 */
const STORE_STATES = ["ours", "adopted", "older", "foreign", "away"] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** What was found in the store. A picture and its smaller versions are one file. */
export type StoreFindings = {
  files: number;
  bytes: number;
  /** Files that neither a record nor a removal names; `oldest` is an ISO 8601 timestamp. */
  unknown: { files: number; bytes: number; oldest: string | null };
  /** Records whose file is missing from the store. */
  missing: number;
};

/** Removing more files than this in one run needs the approval of an administrator. */
export const MAX_UNAPPROVED_REMOVALS = 20;

/** The store with the files of this database: the mark in the store holds the id of this row. */
export const fileStores = pgTable(
  "file_stores",
  {
    id: idColumn(),
    /** The key prefix, such as `uploads/`. */
    name: text().notNull().unique(),
    /** Increases with every stored or removed file and is copied into the mark: a database behind the mark is an older one. */
    turn: bigint({ mode: "number" }).notNull().default(0),
    /** The result of the last check. */
    state: text({ enum: STORE_STATES }),
    findings: jsonb().$type<StoreFindings>(),
    checked_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [oneOf("file_stores_state", table.state, STORE_STATES), ...doors("file_stores")],
);

/**
 * Stored files of this database that are to be removed. A trigger on static_files adds them: a file without a row
 * here is never removed.
 */
export const fileRemovals = pgTable(
  "file_removals",
  {
    id: idColumn(),
    /** The common prefix of the keys of a file and of its derived files: see `stemOf`. */
    stem: text().notNull().unique(),
    reason: text({ enum: REMOVAL_REASONS }).notNull(),
    let_go_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** Until then the file stays if a record names it again. */
    due_at: timestamp({ withTimezone: true }).notNull(),
    /** When approval was requested, and when it was given. */
    asked_at: timestamp({ withTimezone: true }),
    confirmed_at: timestamp({ withTimezone: true }),
    /** When a process began to remove it. */
    claimed_at: timestamp({ withTimezone: true }),
    removed_at: timestamp({ withTimezone: true }),
    /** The size of the file and its derived files. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    ...timestamps,
  },
  (table) => [
    index("file_removals_due").on(table.due_at),
    oneOf("file_removals_reason", table.reason, REMOVAL_REASONS),
    ...doors("file_removals"),
  ],
);
