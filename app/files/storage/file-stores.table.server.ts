import { bigint, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  timestamps,
} from "../../core/database/doors/columns.server.ts";

/** Why a stored file was let go. */
const REMOVAL_REASONS = ["arriving", "deleted", "replaced", "erased"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/**
 * How a store is to its database. `adopted`: it had no mark and carries ours from now on. `older`: the
 * database is, the store has seen more than it remembers. `foreign`: the mark is another database's.
 */
const STORE_STATES = ["ours", "adopted", "older", "foreign", "away"] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** What was found in the store. A picture and its smaller versions are one file. */
export type StoreFindings = {
  files: number;
  bytes: number;
  /** What no record and no removal knows; `oldest` as a moment of ISO 8601. */
  unknown: { files: number; bytes: number; oldest: string | null };
  /** Records whose file is not there. */
  missing: number;
};

/** Removing more files than this in one go asks a person. */
export const MAX_UNAPPROVED_REMOVALS = 20;

/** The store that keeps the files of this database: the mark in the store holds its id. */
export const fileStores = pgTable(
  "file_stores",
  {
    id: idColumn(),
    /** Its folder. */
    name: text().notNull().unique(),
    /** Grows with what is stored. The mark follows: a database that is behind it is an older one. */
    turn: bigint({ mode: "number" }).notNull().default(0),
    /** How the store was when it was last looked at, and what was found there. */
    state: text({ enum: STORE_STATES }),
    findings: jsonb().$type<StoreFindings>(),
    checked_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [oneOf("file_stores_state", table.state, STORE_STATES), ...doors("file_stores")],
);

/**
 * Stored files that are this database's own and that it let go, until they are removed. A trigger on
 * static_files keeps it: nothing is ever removed that has no row here.
 */
export const fileRemovals = pgTable(
  "file_removals",
  {
    id: idColumn(),
    /** What the keys of a file and of all that was made of it begin with: see `stemOf`. */
    stem: text().notNull().unique(),
    reason: text({ enum: REMOVAL_REASONS }).notNull(),
    let_go_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** Until then a record that names the file keeps it. */
    due_at: timestamp({ withTimezone: true }).notNull(),
    /** Since when it waits for a person to agree, and since when one did. */
    asked_at: timestamp({ withTimezone: true }),
    confirmed_at: timestamp({ withTimezone: true }),
    /** When a process began to remove it. */
    claimed_at: timestamp({ withTimezone: true }),
    removed_at: timestamp({ withTimezone: true }),
    /** What the store holds of it. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    ...timestamps,
  },
  (table) => [
    index("file_removals_due").on(table.due_at),
    oneOf("file_removals_reason", table.reason, REMOVAL_REASONS),
    ...doors("file_removals"),
  ],
);
