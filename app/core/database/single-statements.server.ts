import type pg from "pg";

/**
 * Sends each statement by the extended protocol, also one without values: the simple one would run several
 * statements out of one text.
 */
export class SingleStatements {
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  query(statement: pg.QueryConfig, values: unknown[]) {
    return this.#client.query({ ...statement, queryMode: "extended" } as pg.QueryConfig, values);
  }
}
