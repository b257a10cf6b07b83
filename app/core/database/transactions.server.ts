import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Opening, Statement, Transaction } from "./engine.server.ts";

const BEGIN: Statement = { text: "begin", name: "begin" };
const COMMIT: Statement = { text: "commit", name: "commit" };
const ROLLBACK: Statement = { text: "rollback", name: "rollback" };

const dialect = new PgDialect();

type Options = {
  opening?: Opening;
  /** Begins with the first statement of the work, in the same exchange, where nothing has to be known before. */
  late?: boolean;
  /** Called once the transaction has begun, unless it begins late. */
  onBegun?: () => void;
  /** Names for the statements that this connection may keep prepared. */
  names?: StatementNames;
};

/** Runs `work` in one transaction of a connection that nobody else uses meanwhile. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  work: (tx: Transaction) => Promise<T>,
  { opening, late = false, onBegun, names }: Options = {},
): Promise<T> {
  const session = new TransactionClient(client, [BEGIN, ...(opening?.statements ?? [])], names);
  const drizzleSession = new NodePgSession(session as unknown as pg.Client, dialect, undefined);
  try {
    if (!late || opening?.check) {
      const rows = await session.begin();
      onBegun?.();
      opening?.check?.(rows);
    }
    const result = await work(new PgDatabase(dialect, drizzleSession, undefined) as Transaction);
    await session.end(COMMIT);
    return result;
  } catch (error) {
    await session.end(ROLLBACK);
    throw error;
  }
}

/**
 * What Drizzle takes for its client. Each statement is sent by the extended protocol, also one without
 * values: the simple one would run several statements out of one text. What begins the transaction goes
 * with the first statement, up to one Sync, so that nothing after a step that failed is run.
 */
class TransactionClient {
  readonly #client: pg.ClientBase;
  readonly #names: StatementNames | undefined;
  #unsent: readonly Statement[];

  constructor(client: pg.ClientBase, beginning: readonly Statement[], names?: StatementNames) {
    this.#client = client;
    this.#unsent = beginning;
    this.#names = names;
  }

  /** Begins now. Gives the rows of the last of the first statements. */
  async begin(): Promise<Record<string, unknown>[]> {
    const [last] = this.#unsent.slice(-1);
    if (!last) return [];
    this.#unsent = this.#unsent.slice(0, -1);
    return (await this.#send(last, last.values ?? [])).rows;
  }

  query(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    return this.#send({ ...statement, name: this.#names?.of(statement.text) }, values);
  }

  /** Nothing was begun where nothing was sent. */
  async end(how: Statement): Promise<void> {
    if (this.#unsent.length === 0) await this.#send(this.#named(how), []);
  }

  /** Only where statements may stay prepared: a pooler may give the next one to another connection. */
  #named({ name, ...statement }: Statement): Statement {
    return this.#names ? { ...statement, name } : statement;
  }

  #send(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const config = { ...statement, queryMode: "extended" } as pg.QueryConfig;
    const before = this.#unsent.map((one) => this.#named(one));
    if (before.length === 0) return this.#client.query(config, values);
    this.#unsent = [];
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result);
      this.#client.query(new QueryAfter(before, config, values, done));
    });
  }
}

/** The part of the driver's connection that sends a statement in steps. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  parse(what: { text: string; name?: string }): void;
  bind(what: { statement?: string; values?: unknown[] }): void;
  execute(what: object): void;
  close(what: { type: "S"; name: string }): void;
};
type DriverQuery = {
  prepare(connection: Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
};
type Done = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: unknown[],
  done: Done,
) => DriverQuery & pg.Submittable;

/** A statement with others before it, whose results nobody reads, in one exchange. */
class QueryAfter extends Query {
  readonly #before: readonly Statement[];
  #complete = 0;

  constructor(before: readonly Statement[], config: pg.QueryConfig, values: unknown[], done: Done) {
    super(config, values, done);
    this.#before = before;
  }

  override prepare(connection: Connection): void {
    for (const { text, values = [], name } of this.#before) {
      if (name === undefined) connection.parse({ text });
      else if (connection.parsedStatements[name] !== text) {
        // It may be there all the same, when it was read and what came after it failed.
        connection.close({ type: "S", name });
        connection.parse({ text, name });
      }
      connection.bind({ statement: name, values });
      connection.execute({});
    }
    super.prepare(connection);
  }

  override handleDataRow(message: object): void {
    if (this.#complete === this.#before.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const before = this.#before[this.#complete];
    if (!before) super.handleCommandComplete(message, connection);
    else {
      this.#complete++;
      if (before.name !== undefined) connection.parsedStatements[before.name] = before.text;
    }
  }
}

const NAMED = 200;
const COUNTED = 1_000;
/** A text that came so often comes again. */
const OFTEN = 3;

/** Names for statements that come again and again: the database reads and plans them once. */
export class StatementNames {
  readonly #most: number;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(most = NAMED) {
    this.#most = most;
  }

  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= this.#most) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count >= OFTEN) {
      this.#counts.delete(text);
      this.#names.set(text, `s${this.#names.size}`);
    } else {
      if (this.#counts.size >= COUNTED) this.#counts.clear();
      this.#counts.set(text, count);
    }
    return this.#names.get(text);
  }
}
