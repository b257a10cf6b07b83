import { createTableRelationsHelpers, extractTablesRelationalConfig } from "drizzle-orm";
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  type PgQueryResultHKT,
  PgSession,
  type PgTransaction,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import { asSystem } from "./doors.server.ts";

type Prepare = PgSession["prepareQuery"];

/**
 * A Drizzle database for a library that makes its own queries: each of them passes the system's door
 * by itself, so that it has the right role and never holds the one connection of the embedded engine
 * while the library thinks. `schema` holds the tables and relations by the library's names.
 */
export function systemHandle(job: string, schema: Record<string, unknown>) {
  const { tables, tableNamesMap } = extractTablesRelationalConfig(
    schema,
    createTableRelationsHelpers,
  );
  const schemaConfig = { fullSchema: schema, schema: tables, tableNamesMap };
  return new PgDatabase(new PgDialect(), new DoorSession(job), schemaConfig);
}

class DoorSession extends PgSession {
  readonly #job: string;

  constructor(job: string) {
    super(new PgDialect());
    this.#job = job;
  }

  override prepareQuery<T extends PreparedQueryConfig>(...query: Parameters<Prepare>) {
    return new DoorQuery<T>(query, this.#job);
  }

  override transaction<T>(work: (tx: PgTransaction<PgQueryResultHKT>) => Promise<T>): Promise<T> {
    return asSystem(this.#job, (db) => work(db as unknown as PgTransaction<PgQueryResultHKT>));
  }
}

class DoorQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  readonly #query: Parameters<Prepare>;
  readonly #job: string;

  constructor(query: Parameters<Prepare>, job: string) {
    super(query[0], undefined, undefined);
    this.#query = query;
    this.#job = job;
  }

  override execute(values?: Record<string, unknown>): Promise<T["execute"]> {
    return asSystem(this.#job, (db) => {
      return db._.session.prepareQuery<T>(...this.#query).execute(values);
    });
  }
}
