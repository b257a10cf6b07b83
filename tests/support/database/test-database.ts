import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { startApp } from "../../../app/core/app.ts";
import { SCHEMA } from "../../../app/core/database/database.server.ts";
import type { Engine, Transaction } from "../../../app/core/database/engine.server.ts";
import { openServer } from "../../../app/core/database/postgres.server.ts";
import { openImage } from "./memory-database.ts";
import { createDatabase } from "./postgres-server.ts";

export type EngineName = "embedded" | "server";

/** A migrated, empty database of one engine, which is also the one that the doors open. */
export type TestDatabase = {
  readonly engine: Engine;
  /** Runs one statement as the login role, which no policy restrains: to prepare and to inspect. */
  asOwner<Row = Record<string, unknown>>(statement: SQL | string): Promise<Row[]>;
  close(): Promise<void>;
};

/** Runs one statement inside a transaction and returns its rows, the same way on both engines. */
export async function rowsOf<Row = Record<string, unknown>>(db: Transaction, statement: SQL) {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

export async function openTestDatabase(name: EngineName): Promise<TestDatabase> {
  const copy = `TEMPLATE ${inject("template")}`;
  const database = name === "server" ? await createDatabase(inject("postgres"), copy) : undefined;
  const engine = database ? openServer(database.url) : await openImage("migrated");
  await engine.migrate(SCHEMA);
  startApp({ database: { engine } });
  return {
    engine,
    asOwner: (statement) => {
      const query = typeof statement === "string" ? sql.raw(statement) : statement;
      return engine.transaction((tx) => rowsOf(tx, query));
    },
    async close() {
      startApp({ database: {} });
      await engine.close();
      await database?.drop();
    },
  };
}

type Suite = (name: EngineName, database: () => TestDatabase) => void;

/**
 * Declares a suite about what the product does, which is proven on one engine: the server, the faster one here.
 * `npm run test:deep` repeats it on the embedded one. `database` is opened before the suite and closed after it;
 * `database()` may be called inside tests and hooks only.
 */
export function withDatabase(suite: Suite): void {
  declareSuite(process.env.TEST_ENGINE === "embedded" ? "embedded" : "server", suite);
}

/** Declares a suite whose subject is the engine itself, on both engines. */
export function withBothEngines(suite: Suite): void {
  declareSuite("embedded", suite);
  declareSuite("server", suite);
}

function declareSuite(name: EngineName, suite: Suite): void {
  describe(`${name} PostgreSQL`, () => {
    let opened: TestDatabase | undefined;
    beforeAll(async () => {
      opened = await openTestDatabase(name);
    });
    afterAll(() => opened?.close());
    suite(name, () => {
      if (!opened) throw new Error("the test database is not open yet");
      return opened;
    });
  });
}
