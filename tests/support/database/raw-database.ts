import { sql } from "drizzle-orm";
import { expect, inject } from "vitest";
import { startApp } from "../../../app/core/app.ts";
import { SCHEMA } from "../../../app/core/database/database.server.ts";
import type { Engine } from "../../../app/core/database/engine.server.ts";
import { openServer } from "../../../app/core/database/postgres.server.ts";
import { WrongDatabaseError } from "../../../app/core/values/errors.ts";
import { factsOf } from "./database-restore.ts";
import { openImage } from "./memory-database.ts";
import { createDatabase } from "./postgres-server.ts";
import { type EngineName, rowsOf } from "./test-database.ts";

/** A database of one engine, empty or as our migrations leave it: `open` before a test, `close` after it. */
export class RawDatabase {
  readonly #name: EngineName;
  readonly #state: "empty" | "migrated";
  #engine: Engine | undefined;
  #drop = async () => {};

  constructor(name: EngineName, state: "empty" | "migrated" = "empty") {
    this.#name = name;
    this.#state = state;
  }

  get engine(): Engine {
    if (!this.#engine) throw new Error("the database is not open");
    return this.#engine;
  }

  open = async (): Promise<void> => {
    if (this.#name === "server") {
      const copy = this.#state === "migrated" ? `TEMPLATE ${inject("template")}` : "";
      const database = await createDatabase(inject("postgres"), copy);
      this.#drop = database.drop;
      this.#engine = openServer(database.url);
    } else this.#engine = await openImage(this.#state);
  };

  close = async (): Promise<void> => {
    startApp({ database: {} });
    await this.engine.close();
    await this.#drop();
  };

  /** Runs statements as the owner, one after the other. */
  run(text: string): Promise<void> {
    return this.engine.transaction(async (tx) => {
      for (const one of text.startsWith("do ") ? [text] : text.split(";")) {
        if (one.trim()) await tx.execute(sql.raw(one));
      }
    });
  }

  ask<Row>(text: string): Promise<Row[]> {
    return this.engine.transaction((tx) => rowsOf<Row>(tx, sql.raw(text)));
  }

  migrate = (folder = SCHEMA) => this.engine.migrate(folder);
  fault = () => this.engine.findFault(SCHEMA);
  facts = () => factsOf(this.engine);
  /** What was written down of what was applied. */
  state = () => this.ask("select sql_hashes, facts, minimum_reader from drizzle.schema_state");

  /** The line with which a start refuses it. */
  async refusal(folder = SCHEMA): Promise<string> {
    const error = await this.migrate(folder).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(WrongDatabaseError);
    return (error as WrongDatabaseError).message;
  }
}
