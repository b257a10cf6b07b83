import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Opening, Statement, Transaction, Work } from "../engine.server.ts";

const BEGIN: Statement = { text: "begin", name: "begin" };
const COMMIT: Statement = { text: "commit", name: "commit" };
const ROLLBACK: Statement = { text: "rollback", name: "rollback" };
const SAVEPOINT: Statement = { text: "savepoint part", name: "savepoint" };
const RELEASE: Statement = { text: "release savepoint part", name: "release" };
const UNDO: Statement = { text: "rollback to savepoint part", name: "undo" };

const dialect = new PgDialect();

type Options = {
  opening?: Opening;
  /** Begins together with the first statement of the work, in the same round trip, unless `opening` has a check. */
  late?: boolean;
  /** Called once the transaction has begun, unless it begins late. */
  onBegun?: () => void;
  /** Names of the statements that stay prepared on this connection. */
  names?: StatementNames;
  /** Whether the connection does not answer any more: no rollback is sent, since it would wait in vain. */
  isLost?: (error: unknown) => boolean;
};

/** Runs `work` in one transaction of a connection that nobody else uses meanwhile. */
export async function inTransaction<T>(
  client: pg.ClientBase,
  work: Work<T>,
  { opening, late = false, onBegun, names, isLost }: Options = {},
): Promise<T> {
  const session = new TransactionClient(client, [BEGIN, ...(opening?.statements() ?? [])], names);
  const drizzleSession = new NodePgSession(session as unknown as pg.Client, dialect, undefined);
  try {
    if (!late || opening?.check) {
      const rows = await session.begin();
      onBegun?.();
      opening?.check?.(rows);
    }
    const tx = new PgDatabase(dialect, drizzleSession, undefined) as Transaction;
    const result = await work(tx, {
      opened: opening,
      endWithNext: () => session.endWithNext(),
      attempt: (part) => session.attempt(part),
    });
    await session.end(COMMIT);
    return result;
  } catch (error) {
    if (!isLost?.(error)) await session.end(ROLLBACK);
    throw error;
  }
}

/**
 * The client that Drizzle uses. Every statement is sent by the extended protocol, which runs only one statement per
 * text. The statements that begin the transaction are sent with the first one, before one Sync, so that nothing runs
 * after a failed step.
 */
class TransactionClient {
  readonly #client: pg.ClientBase;
  readonly #names: StatementNames | undefined;
  /** Statements to be sent before the next one, and after it. */
  #before: readonly Statement[];
  #after: readonly Statement[] = [];
  #begun = false;
  #ended = false;

  constructor(client: pg.ClientBase, beginning: readonly Statement[], names?: StatementNames) {
    this.#client = client;
    this.#before = beginning;
    this.#names = names;
  }

  /** Begins now. Returns the rows of the last opening statement. */
  async begin(): Promise<Record<string, unknown>[]> {
    const [last] = this.#before.slice(-1);
    if (!last) return [];
    this.#before = this.#before.slice(0, -1);
    return (await this.#send(last, last.values ?? [])).rows;
  }

  query(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    return this.#send({ ...statement, name: this.#names?.of(statement.text) }, values);
  }

  endWithNext(): void {
    this.#after = [COMMIT];
  }

  async attempt<T>(part: () => Promise<T>): Promise<PromiseSettledResult<T>> {
    this.#before = [...this.#before, SAVEPOINT];
    try {
      const value = await part();
      this.#before = [...this.#before, RELEASE];
      return { status: "fulfilled", value };
    } catch (reason) {
      if (this.#before.at(-1) === SAVEPOINT) this.#before = this.#before.slice(0, -1);
      else await this.#send(this.#named(UNDO), []);
      return { status: "rejected", reason };
    }
  }

  /** Does nothing when no statement was sent, or the commit was sent already. */
  async end(how: Statement): Promise<void> {
    if (!this.#begun || (this.#ended && how === COMMIT)) return;
    this.#before = [];
    await this.#send(this.#named(how), []);
  }

  /** Names are used only where statements stay prepared: a pooler may use another connection for the next one. */
  #named({ name, ...statement }: Statement): Statement {
    return this.#names ? { ...statement, name } : statement;
  }

  #send(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const config = { ...statement, queryMode: "extended" } as pg.QueryConfig;
    const before = this.#before.map((one) => this.#named(one));
    const after = this.#after.map((one) => this.#named(one));
    this.#before = [];
    this.#after = [];
    this.#begun = true;
    this.#ended = after.length > 0;
    if (before.length + after.length === 0) return this.#client.query(config, values);
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result);
      this.#client.query(new QueryAmong(before, after, config, values, done));
    });
  }
}

/** The part of pg's connection that sends a statement in steps. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  parse(what: { text: string; name?: string }): void;
  bind(what: { statement?: string; values?: unknown[] }): void;
  execute(what: object): void;
  sync(): void;
  close(what: { type: "S"; name: string }): void;
};
type DriverQuery = {
  prepare(connection: Connection): void;
  _getRows(connection: Connection, rows?: number): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
};
type Done = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: unknown[],
  done: Done,
) => DriverQuery & pg.Submittable;

/** A statement sent together with others, whose results are ignored, in one round trip. */
class QueryAmong extends Query {
  readonly #before: readonly Statement[];
  readonly #after: readonly Statement[];
  #complete = 0;

  constructor(
    before: readonly Statement[],
    after: readonly Statement[],
    config: pg.QueryConfig,
    values: unknown[],
    done: Done,
  ) {
    super(config, values, done);
    this.#before = before;
    this.#after = after;
  }

  override prepare(connection: Connection): void {
    for (const statement of this.#before) sendOne(connection, statement);
    super.prepare(connection);
  }

  override _getRows(connection: Connection): void {
    connection.execute({});
    for (const statement of this.#after) sendOne(connection, statement);
    connection.sync();
  }

  override handleDataRow(message: object): void {
    if (this.#complete === this.#before.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const place = this.#complete++;
    const own = this.#before.length;
    if (place === own) super.handleCommandComplete(message, connection);
    const other = this.#before[place] ?? this.#after[place - own - 1];
    if (other?.name !== undefined) connection.parsedStatements[other.name] = other.text;
  }
}

function sendOne(connection: Connection, { text, values = [], name }: Statement): void {
  if (name === undefined) connection.parse({ text });
  else if (connection.parsedStatements[name] !== text) {
    // The server may have it all the same, when it was parsed and a later step failed.
    connection.close({ type: "S", name });
    connection.parse({ text, name });
  }
  connection.bind({ statement: name, values });
  connection.execute({});
}

const NAMED = 200;
const COUNTED = 1_000;
/** A text that was sent so often will be sent again. */
const OFTEN = 3;

/** Names for frequent statements, so that the database parses and plans them once. */
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
