import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type CopyDatabase, quoted } from "../../core/database/copy/table-copy.server.ts";

// The database of now steps aside for one of before. It is kept whole, under a name that says when, until
// somebody removes it.

/** What of a schema moves: the catalogue, how it is named, and where; what belongs to it (indexes, policies) goes along. */
const MOVES = [
  ["table", "pg_class", "regclass", "relnamespace", "relkind in ('r', 'p')"],
  ["view", "pg_class", "regclass", "relnamespace", "relkind = 'v'"],
  ["routine", "pg_proc", "regprocedure", "pronamespace", "true"],
  ["text search configuration", "pg_ts_config", "regconfig", "cfgnamespace", "true"],
  ["type", "pg_type", "regtype", "typnamespace", "typtype in ('e', 'd')"],
] as const;

/**
 * Moves everything of ours from one schema into another. Extensions stay: they belong to the administrator of the
 * server, a database has them once, and both databases of ours stand on them.
 */
function moveAll(from: string, to: string): string {
  const lists = MOVES.map(
    ([kind, catalogue, , namespace, condition]) =>
      `select '${kind}' as kind, oid as id from ${catalogue}
       where ${namespace} = '${quoted(from)}'::regnamespace and ${condition} and not exists (
         select from pg_depend where classid = '${catalogue}'::regclass and objid = ${catalogue}.oid and deptype = 'e')`,
  );
  // When its turn comes: what a function takes may have moved before it.
  const names = MOVES.map(([kind, , name]) => `when '${kind}' then thing.id::${name}::text`);
  return `do $move$
    declare thing record;
    begin
      -- Every name is then written with its schema.
      set local search_path = pg_catalog;
      for thing in ${lists.join("\n union all ")} loop
        execute format('alter %s %s set schema %I', thing.kind,
          case thing.kind ${names.join(" ")} end, '${to}');
      end loop;
      set local search_path = public;
    end $move$`;
}

const asideName = (schema: string, mark: string) => `${schema}_aside_${mark}`;

/** Of a moment, for a name: `20261123t020000`. */
export const markOf = (moment: Date): string =>
  moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").toLowerCase();

/** An embedded database is a folder. Returns where it is now; undefined when there was none. */
export function setFolderAside(dataDir: string, mark: string): string | undefined {
  const folder = join(dataDir, "database");
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  const aside = join(dataDir, asideName("database", mark));
  renameSync(folder, aside);
  return aside;
}

/** On a server everything of ours moves into schemas of another name. Returns these names. */
export async function setSchemasAside(database: CopyDatabase, mark: string): Promise<string[]> {
  const [tables, state] = [asideName("public", mark), asideName("drizzle", mark)];
  await inTransaction(database, [
    `create schema ${quoted(tables)}`,
    moveAll("public", tables),
    `alter schema drizzle rename to ${quoted(state)}`,
  ]);
  return [tables, state];
}

/** What was set aside takes its place again, which is empty by now. */
export async function bringSchemasBack(database: CopyDatabase, mark: string): Promise<void> {
  const [tables, state] = [asideName("public", mark), asideName("drizzle", mark)];
  await inTransaction(database, [
    moveAll(tables, "public"),
    // Without CASCADE: should anything be left in it after all, nothing of this happens.
    `drop schema ${quoted(tables)}`,
    `alter schema ${quoted(state)} rename to drizzle`,
  ]);
}

async function inTransaction(database: CopyDatabase, statements: string[]): Promise<void> {
  try {
    await database.script(["begin", ...statements, "commit"].join(";\n"));
  } catch (error) {
    await database.script("rollback");
    throw error;
  }
}
