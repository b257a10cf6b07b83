import { QueryPromise, type SQL } from "drizzle-orm";
import {
  PgDatabase,
  PgDialect,
  type PgQueryResultHKT,
  PgSession,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import type { Transaction } from "../engine.server.ts";
import { refuseEscape } from "./statement-rules.server.ts";

const dialect = new PgDialect();

type Prepare = PgSession["prepareQuery"];

/**
 * Lets `work` use a transaction whose role is taken, and keeps it from leaving that role: each statement
 * is looked at before it is sent, and none is sent once the work is over. Work that gives back a query as it
 * stands, not sent yet, is this one statement: `onOnly` is called before.
 */
export async function restrained<T>(
  tx: Transaction,
  work: (db: Transaction) => Promise<T>,
  onOnly?: () => void,
): Promise<T> {
  const session = new RestrainedSession(tx._.session);
  try {
    const result = work(new PgDatabase<PgQueryResultHKT>(dialect, session, undefined));
    if (result instanceof QueryPromise) onOnly?.();
    return await result;
  } finally {
    session.end();
  }
}

class RestrainedSession extends PgSession {
  readonly #session: PgSession;
  #over = false;

  constructor(session: Transaction["_"]["session"]) {
    super(dialect);
    this.#session = session as unknown as PgSession;
  }

  end(): void {
    this.#over = true;
  }

  override prepareQuery<T extends PreparedQueryConfig>(...query: Parameters<Prepare>) {
    // The connection may be somebody else's by now, with another role.
    if (this.#over) throw new Error("a statement after its door was closed");
    refuseEscape(query[0].sql);
    return this.#session.prepareQuery<T>(...query);
  }

  /** Drizzle's own reads another form of result. */
  override async count(statement: SQL): Promise<number> {
    const { rows } = (await this.execute(statement)) as { rows: { count: string }[] };
    return Number(rows[0]?.count);
  }

  override transaction(): never {
    throw new Error("a door is one transaction: none opens inside it");
  }
}
