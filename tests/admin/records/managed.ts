import type { StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import type { Deleted } from "../../../app/records/bin/bin.staff.server.ts";
import type { Values } from "../../database/table-expectation.ts";

/** A table that staff change, and the operations with which they do. */
export type Managed = {
  table: string;
  /** The table whose operations change this one too: the log says so of a row of that one. */
  within?: string;
  /** What a form gives, different from the rows that the tests insert; made anew where it is unique. */
  form?: object | (() => object);
  create?: (db: StaffDb, form: never) => Promise<string>;
  update?: (db: StaffDb, id: string, form: never, version?: string) => Promise<unknown>;
  remove?: (db: StaffDb, ids: readonly string[]) => Promise<Deleted>;
  /** The other changes. */
  changes?: Change[];
};

type Change = {
  /** The operation, as it is exported. */
  of: (...never: never[]) => unknown;
  /** Does it to the row of this id. */
  run: (db: StaffDb, id: string) => Promise<unknown>;
  /** What the log calls it, after the name of the table. */
  action: string;
  /** What the row must hold for the operation to change something. */
  given?: Values;
  /** Whom or what the entry is about, when it is not the row. */
  about?: "oneself" | "another row" | "many";
};
