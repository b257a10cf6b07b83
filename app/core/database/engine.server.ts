import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** One statement; with a `name` it stays prepared on its connection. */
export type Statement = { text: string; values?: string[]; name?: string };

/**
 * The statements that begin a transaction. `check` gets the rows of the last one, before any work.
 */
export type Opening = {
  statements: () => readonly Statement[];
  /** The work repeats the same statements, which should stay prepared. */
  repeats?: boolean;
  check?: (rows: readonly Record<string, unknown>[]) => void;
};

type NoSchema = Record<string, never>;

/** What queries run on: a Drizzle transaction of either engine. */
export type Transaction = PgDatabase<
  PgQueryResultHKT,
  NoSchema,
  ExtractTablesWithRelations<NoSchema>
>;

/** How work controls its transaction. */
type Control = {
  /** The opening that was run, for the door to verify. */
  opened: Opening | undefined;
  /** The next statement is the last: the commit is sent with it, in the same round trip. */
  endWithNext(): void;
  /** Runs `part` in a savepoint, and rolls it back when it fails. Rejects when the transaction itself is lost. */
  attempt<T>(part: () => Promise<T>): Promise<PromiseSettledResult<T>>;
};
export type Work<T> = (tx: Transaction, control: Control) => Promise<T>;

/** Runs before an older database is migrated; it is not migrated when this rejects. */
export type BeforeMigration = () => Promise<void>;

/** PostgreSQL, embedded or on a server. Only this folder uses it directly; other code goes through the doors. */
export interface Engine {
  readonly kind: "embedded" | "server";
  /**
   * Runs `work` in a transaction, with the login of visitors or that of the product. Rejects with AppError
   * 'unavailable' when the database cannot be reached.
   */
  transaction<T>(work: Work<T>, login?: "visitor", opening?: Opening): Promise<T>;
  /**
   * Migrates the schema. Safe to call from several processes at once: one of them runs `beforeMigration`, if there is
   * something to migrate.
   * @throws WrongDatabaseError when it belongs to something else or cannot be migrated.
   */
  migrate(folder: string, beforeMigration?: BeforeMigration): Promise<void>;
  /** Describes what is wrong with the schema; undefined when it is right. */
  findFault(folder: string): Promise<string | undefined>;
  /**
   * Listens for notifications. `onGap` is called whenever some may have been missed, such as after a lost connection.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<void>;
  /** How many connections this process holds; absent where it has the database to itself. */
  connections?(): Connections;
  /**
   * For an embedded database: runs `copy`, during which the folder may be copied file by file. Returns the content of
   * the file `backup_label`, without which the copy is inconsistent.
   */
  whileCopied?(copy: () => Promise<void>): Promise<string>;
  close(): Promise<void>;
}

/** The connections of a process: open ones, idle ones, requests waiting for one, and the maximum. */
export type Connections = { open: number; idle: number; waiting: number; most: number };
