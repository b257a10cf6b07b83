import type { ExtractTablesWithRelations } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** One statement as it is sent; `name` is how a connection may keep it. */
export type Statement = { text: string; values?: string[]; name?: string };

/**
 * How a transaction begins, asked for when it does. `check` is shown the rows of the last statement, before
 * any work.
 */
export type Opening = {
  statements: () => readonly Statement[];
  /** The work sends the same statements again and again: where that is possible, they stay prepared. */
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

/** What work may say of its transaction. */
export type Control = {
  /** What it began with: whoever opens a door makes sure that it is what they asked for. */
  opened: Opening | undefined;
  /** The next statement is the last: the transaction is committed with it, in the same exchange. */
  endWithNext(): void;
  /** What `part` does is undone alone when it fails. Rejects when the transaction itself is lost. */
  attempt<T>(part: () => Promise<T>): Promise<PromiseSettledResult<T>>;
};
export type Work<T> = (tx: Transaction, control: Control) => Promise<T>;

/** Done before an older database is migrated, which does not happen when this rejects. */
export type BeforeMigration = () => Promise<void>;

/** PostgreSQL, embedded or on a server. Only this folder holds one; the rest of the code has doors. */
export interface Engine {
  readonly kind: "embedded" | "server";
  /**
   * Runs `work` in one transaction, as the login of visitors or as that of the product. Rejects with
   * AppError 'unavailable' when the database is away.
   */
  transaction<T>(work: Work<T>, login?: "visitor", opening?: Opening): Promise<T>;
  /**
   * Brings the schema up to date. Safe to call from several processes at once: one of them does
   * `beforeMigration`, where there is something to migrate.
   * @throws WrongDatabaseError when it is not ours to bring up to date.
   */
  migrate(folder: string, beforeMigration?: BeforeMigration): Promise<void>;
  /** What is wrong with the database that this process is using, in words; undefined when it is right. */
  findFault(folder: string): Promise<string | undefined>;
  /**
   * Listens for notifications. `onGap` is called whenever some may have been missed, which is
   * also how a lost connection is told.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<void>;
  /** How many connections this process holds; absent where it has the database to itself. */
  connections?(): Connections;
  /**
   * Of an embedded database: its folder may be copied file by file while `copy` runs and the site goes on. Gives
   * the words of the file `backup_label`, without which the copy is torn.
   */
  whileCopied?(copy: () => Promise<void>): Promise<string>;
  close(): Promise<void>;
}

/** The connections of a process: those that are open, at rest, those who wait for one, and the most there may be. */
export type Connections = { open: number; idle: number; waiting: number; most: number };
