import { DrizzleQueryError } from "drizzle-orm/errors";
import type { PgSession } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Engine, Transaction } from "../../../app/core/database/engine.server.ts";
import { AppError } from "../../../app/core/values/errors.ts";

/** Stands in what a failure says and nowhere else: wherever it is found, an error was repeated. */
export const ROW_OF_ANOTHER = "row-of-somebody-else";

type Query = { sql: string; params: unknown[] };

/** How a statement fails: as the driver says it, as Drizzle wraps it, or because the server is away. */
const FAILURES = {
  unique: (query) =>
    wrapped(query, {
      code: "23505",
      message: `duplicate key value violates unique constraint "${ROW_OF_ANOTHER}"`,
      detail: `Key (email)=(${message(query)}) already exists.`,
      constraint: "members_email",
    }),
  check: (query) =>
    wrapped(query, {
      code: "23514",
      message: 'new row for relation "members" violates check constraint "members_status"',
      detail: `Failing row contains (${message(query)}).`,
      constraint: "members_status",
    }),
  "no table": (query) =>
    wrapped(query, { code: "42P01", message: `relation "${ROW_OF_ANOTHER}" does not exist` }),
  driver: (query) =>
    databaseError({
      code: "22P02",
      message: `invalid input syntax for type uuid: "${message(query)}"`,
      where: `unnamed portal parameter $1 = '${message(query)}'`,
    }),
  away: (query) =>
    new AppError("unavailable", "the database is away", {
      cause: wrapped(query, { code: "57P01", message: `terminating: ${message(query)}` }),
    }),
  text: (query) => `a text was thrown: ${message(query)}`,
} satisfies Record<string, (query: Query) => unknown>;

export type FailureKind = keyof typeof FAILURES;
export const FAILURE_KINDS = Object.keys(FAILURES) as FailureKind[];

/** All that a statement carries, as an error message repeats it, on lines that look like a stack. */
const message = ({ params }: Query) =>
  [ROW_OF_ANOTHER, ...params.map((param) => String(param)), "\n    at ", ROW_OF_ANOTHER].join(" ");

const databaseError = (fields: Partial<pg.DatabaseError>) =>
  Object.assign(new pg.DatabaseError(fields.message ?? "", 100, "error"), {
    severity: "ERROR",
    ...fields,
  });

const wrapped = (query: Query, fields: Partial<pg.DatabaseError>) =>
  new DrizzleQueryError(query.sql, query.params, databaseError(fields));

const NAMES = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]+)"?/g;

/** What stands around the work and must not fail, or no later try would find the connection as it was. */
const AROUND = /^(begin|rollback)\b/;

class TakenBack extends Error {}

/** An engine of which one statement fails. */
export class FailingEngine {
  /** Statements since `arm`, those alone that belong to what is tried. */
  count = 0;
  /** Every table that a statement which failed was about. */
  readonly tables = new Set<string>();
  #at = 0;
  #kind: FailureKind = "unique";
  readonly #isTried: () => boolean;
  readonly #watched = new WeakSet<PgSession>();

  /** `isTried` tells whether a statement belongs to what is tried; the others never fail. */
  constructor(isTried: () => boolean = () => true) {
    this.#isTried = isTried;
  }

  /** Whether what is tried is taken back, so that the next try finds everything as it was. */
  takesBack = false;

  /** From now on the `at`-th statement fails; none for 0. */
  arm(at: number, kind: FailureKind = "unique"): void {
    this.count = 0;
    this.#at = at;
    this.#kind = kind;
  }

  wrap(engine: Engine): Engine {
    return {
      ...engine,
      transaction: async (work, ...how) => {
        let result: Awaited<ReturnType<typeof work>> | undefined;
        try {
          return await engine.transaction(
            async (tx, control) => {
              this.#watch(tx);
              // It commits when this says so, and not with its last statement.
              result = await work(tx, { ...control, endWithNext: () => {} });
              if (this.takesBack && this.#isTried()) throw new TakenBack();
              return result;
            },
            ...how,
          );
        } catch (error) {
          if (error instanceof TakenBack) return result as never;
          throw error;
        }
      },
    };
  }

  #watch(tx: Transaction): void {
    const { session } = tx as unknown as { session: PgSession };
    // A connection that is used again brings its session along.
    if (this.#watched.has(session)) return;
    this.#watched.add(session);
    const prepare = session.prepareQuery.bind(session);
    session.prepareQuery = (query, ...others) => {
      const prepared = prepare(query, ...others);
      const execute = prepared.execute.bind(prepared);
      prepared.execute = async (values) => {
        const counts = this.#isTried() && !AROUND.test(query.sql);
        if (counts && ++this.count === this.#at) {
          // The transaction is over for PostgreSQL too, whatever the code makes of the error.
          await prepare({ sql: "select 1 / 0", params: [] }, undefined, undefined, false)
            .execute()
            .catch(() => {});
          for (const [, name = ""] of query.sql.matchAll(NAMES)) this.tables.add(name);
          throw FAILURES[this.#kind](query);
        }
        return execute(values);
      };
      return prepared as never;
    };
  }
}
