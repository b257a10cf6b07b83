import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export type Migration = { when: number; hash: string; statements: string[] };

type ByName<T> = Record<string, T>;
type Column = {
  name: string;
  type: string;
  primaryKey: boolean;
  notNull: boolean;
  default?: unknown;
  generated?: object;
  identity?: object;
};
type Policy = {
  name: string;
  as: string;
  for: string;
  to: string[];
  using?: string;
  withCheck?: string;
};

/** One table in drizzle-kit's snapshot of all `*.table.server.ts`. */
export type Table = {
  name: string;
  columns: ByName<Column>;
  indexes: ByName<{ name: string; isUnique: boolean }>;
  foreignKeys: ByName<{ name: string }>;
  compositePrimaryKeys: ByName<{ name: string }>;
  uniqueConstraints: ByName<{ name: string }>;
  checkConstraints: ByName<{ name: string }>;
  policies: ByName<Policy>;
};

/** The schema of this version. */
export type Schema = {
  foundation: string;
  guards: string;
  migrations: Migration[];
  /** The hash of all of it: a different one means that something must be applied. */
  hash: string;
  /** `when` of the newest migration that a reader must know. */
  minimumReader: number;
  /** Read only when something must be compared or repaired. */
  tables(): Table[];
};

type Journal = { entries: { tag: string; when: number }[] };

const schemas = new Map<string, Schema>();

/**
 * Reads the schema of a folder, once: `foundation.sql`, `migrations/`, `guards.sql`, `office-rights.sql`, and `versions.json`,
 * which names the oldest version of the product that may read a database of this one.
 */
export function readSchema(folder: string): Schema {
  const schema = schemas.get(folder) ?? read(folder);
  schemas.set(folder, schema);
  return schema;
}

function read(folder: string): Schema {
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const migrationsFolder = join(folder, "migrations");
  const files = readMigrationFiles({ migrationsFolder });
  const migrations = files.map(({ folderMillis: when, hash, sql: statements }) => {
    return { when, hash, statements };
  });
  const { entries } = JSON.parse(text("migrations/meta/_journal.json")) as Journal;
  const { oldestReader } = JSON.parse(text("versions.json")) as { oldestReader: string };
  const oldest = entries.find(({ tag }) => tag === oldestReader);
  if (!oldest) throw new Error(`versions.json: no migration is called ${oldestReader}`);
  const latest = entries.at(-1)?.tag.split("_", 1)[0];
  const snapshot = text(`migrations/meta/${latest}_snapshot.json`);
  const foundation = text("foundation.sql");
  const guards = ["guards.sql", "office-rights.sql"].map(text).join("\n");
  const hash = createHash("sha256");
  for (const part of [foundation, guards, snapshot, ...migrations.map((one) => one.hash)]) {
    hash.update(part).update("\0");
  }
  return {
    foundation,
    guards,
    migrations,
    hash: hash.digest("hex"),
    minimumReader: oldest.when,
    tables: () => Object.values((JSON.parse(snapshot) as { tables: ByName<Table> }).tables),
  };
}
