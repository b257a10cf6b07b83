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
  /** Begins with the first statement of the work, in the same exchange, where nothing has to be known before. */
  late?: boolean;
  /** Called once the transaction has begun, unless it begins late. */
  onBegun?: () => void;
  /** Names for the statements that this connection may keep prepared. */
  names?: StatementNames;
  /** Whether the connection answers no more: it is given up as it is, since a rollback would wait in vain. */
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
 * What Drizzle takes for its client. Each statement is sent by the extended protocol, also one without
 * values: the simple one would run several statements out of one text. What begins the transaction goes
 * with the first statement, up to one Sync, so that nothing after a step that failed is run.
 */
class TransactionClient {
  readonly #client: pg.ClientBase;
  readonly #names: StatementNames | undefined;
  /** What goes before the next statement, and after it. */
  #before: readonly Statement[];
  #after: readonly Statement[] = [];
  #begun = false;
  #ended = false;

  constructor(client: pg.ClientBase, beginning: readonly Statement[], names?: StatementNames) {
    this.#client = client;
    this.#before = beginning;
    this.#names = names;
  }

  /** Begins now. Gives the rows of the last of the first statements. */
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

  /** Nothing is ended where nothing was begun. */
  async end(how: Statement): Promise<void> {
    if (!this.#begun || (this.#ended && how === COMMIT)) return;
    this.#before = [];
    await this.#send(this.#named(how), []);
  }

  /** Only where statements may stay prepared: a pooler may give the next one to another connection. */
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

/** The part of the driver's connection that sends a statement in steps. */
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

/** A statement among others, whose results nobody reads, in one exchange. */
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
    // It may be there all the same, when it was read and what came after it failed.
    connection.close({ type: "S", name });
    connection.parse({ text, name });
  }
  connection.bind({ statement: name, values });
  connection.execute({});
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
