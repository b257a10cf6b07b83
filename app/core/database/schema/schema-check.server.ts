import { DATABASE_ROLES, OFFICE } from "../doors/database-roles.server.ts";
import type { Transaction } from "../engine.server.ts";
import type { Migration, Schema, Table } from "./schema-files.server.ts";

/** Runs one statement and returns its rows. */
export type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Statements in a transaction of Drizzle. */
export function askIn(tx: Transaction): Ask {
  return async <Row>(text: string, values: unknown[] = []) => {
    const query = { sql: text, params: values };
    const prepared = tx._.session.prepareQuery(query, undefined, undefined, false);
    return ((await prepared.execute()) as { rows: Row[] }).rows;
  };
}

/** A name as SQL quotes it. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The result of a check. `mendable`: a start repairs it, by the pending migrations and by applying the idempotent SQL
 * again; `isOlder` when migrations change tables. `wrong`: it cannot be repaired.
 */
export type Verdict =
  | { kind: "right" }
  | { kind: "mendable"; why: string; pending: Migration[]; isOlder?: true }
  | { kind: "wrong"; why: string };

type JournalEntry = { hash: string; created_at: number };
type State = { minimum_reader: number; sql_hashes: string[]; token: string };

const SHOWN = 5;
const wrong = (why: string): Verdict => ({ kind: "wrong", why });

/** Describes what is missing: the first few facts, and how many more there are. */
export function missingText(missing: readonly string[]): string {
  const missingTables = missing
    .filter((fact) => fact.startsWith("table "))
    .map((fact) => fact.slice(6));
  // The other facts of a missing table follow from it.
  const others = missing.filter(
    (fact) => !missingTables.some((table) => fact.includes(` ${table}.`)),
  );
  const names = others.slice(0, SHOWN).map(factText).join(", ");
  const more = others.length - SHOWN;
  return `il manque ou diffère (missing or different): ${names}${more > 0 ? `, … +${more}` : ""}`;
}

/**
 * Compares the database with what this version needs; more than that is allowed. Two statements when nothing changed
 * since the last check; otherwise the catalogue is read.
 */
export async function checkSchema(ask: Ask, schema: Schema): Promise<Verdict> {
  // PostgreSQL prints definitions with names relative to the search path.
  await ask("select set_config('search_path', 'public', true)");
  const [found] = await ask<Record<"journal" | "state" | "tables", boolean> & { token: string }>(`
    select exists (${relation("__drizzle_migrations")}) as journal,
      exists (${relation("schema_state")}) as state,
      exists (select 1 from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'f') and not exists (select 1 from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')) as tables,
      ${TOKEN} as token`);
  const journal = found?.journal ? await readJournal(ask) : [];
  if (journal.length === 0) {
    if (!found?.tables)
      return { kind: "mendable", why: "vide (empty)", pending: schema.migrations };
    return wrong("elle contient autre chose que ce site (it belongs to something else)");
  }
  const history = compareHistory(journal, schema.migrations);
  if (history.kind === "other") {
    return wrong("ses migrations ne sont pas celles de ce site (its migrations are not ours)");
  }
  const state = found?.state ? await readState(ask) : undefined;
  if (history.kind === "older") {
    const why = "d’une version antérieure (of an older version)";
    return { kind: "mendable", why, pending: history.pending, isOlder: true };
  }
  // The idempotent SQL is not in the journal of migrations; its hashes are stored separately.
  const place = state?.sql_hashes.indexOf(schema.hash) ?? -1;
  const superseded = place >= 0 && place < (state?.sql_hashes.length ?? 0) - 1;
  if (history.kind === "newer" || superseded) return checkNewer(ask, schema, state);
  if (place < 0) return { kind: "mendable", why: "SQL modifié (our SQL changed)", pending: [] };
  if (state?.token === found?.token) return { kind: "right" };
  const missing = await missingFacts(ask);
  if (missing.length > 0) return { kind: "mendable", why: missingText(missing), pending: [] };
  // Something was added or rewritten, but nothing is missing. Storing the token makes the next check short again.
  await ask(`update drizzle.schema_state set token = ${TOKEN}`);
  return { kind: "right" };
}

const relation = (
  name: string,
) => `select 1 from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = 'drizzle' and relname = '${name}'`;

const readJournal = (ask: Ask) =>
  ask<JournalEntry>(
    "select hash, created_at::float8 as created_at from drizzle.__drizzle_migrations order by id",
  );

async function readState(ask: Ask): Promise<State | undefined> {
  const rows = await ask<State>(`select minimum_reader::float8 as minimum_reader, sql_hashes, token
    from drizzle.schema_state`);
  return rows[0];
}

type History = { kind: "same" | "newer" | "other" } | { kind: "older"; pending: Migration[] };

/** Compares the applied migrations with those of this version. */
function compareHistory(
  journal: readonly JournalEntry[],
  migrations: readonly Migration[],
): History {
  const inOrder = journal.toSorted((one, other) => one.created_at - other.created_at);
  const shared = Math.min(inOrder.length, migrations.length);
  for (let place = 0; place < shared; place++) {
    if (inOrder[place]?.hash !== migrations[place]?.hash) return { kind: "other" };
  }
  if (inOrder.length > migrations.length) return { kind: "newer" };
  if (inOrder.length === migrations.length) return { kind: "same" };
  return { kind: "older", pending: migrations.slice(shared) };
}

/** A newer database is accepted, unless it requires a newer version or lacks what this one needs. */
async function checkNewer(ask: Ask, schema: Schema, state: State | undefined): Promise<Verdict> {
  const own = schema.migrations.at(-1)?.when ?? 0;
  if (state && state.minimum_reader > own) {
    return wrong("plus récente que cette version ne peut lire (newer than this version may read)");
  }
  const missing = await missingFacts(ask, schema);
  if (missing.length === 0) return { kind: "right" };
  return wrong(`plus récente (newer), ${missingText(missing)}`);
}

/** The missing facts: of those stored when the schema was last applied, or of those that `schema` needs. */
export async function missingFacts(ask: Ask, schema?: Schema): Promise<string[]> {
  const expected = schema
    ? "unnest($1::text[]) as line"
    : "drizzle.schema_state, unnest(facts) as line";
  const line = schema ? "fact" : FACT_LINE;
  const values = schema ? [expectedFacts(schema.tables())] : [];
  const rows = await ask<{ line: string }>(
    `select line from ${expected}
     except select ${line} from (${CURRENT_FACTS}) facts order by line`,
    values,
  );
  return rows.map(({ line: missing }) => missing).sort(compareWeights);
}

// A schema is described by facts, lines that can be compared: 'column news.title text', 'policy
// news.news_visitor_reads'. An operator may add objects, which are additional lines.

/** Their rights on our tables are exactly ours; see docs/decisions/two-doors.md. */
const ROLES = DATABASE_ROLES.map((name) => `'${name}'`).join(", ");
/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;
const EXTENSIONS = ["pg_trgm", "unaccent"];

/** Tables of ours or of an operator, but not of an extension. */
const TABLES = `
  select oid, xmin, relname as name, relrowsecurity, relacl from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
    select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/** Whether a role can read the tables that record what was applied, and write the probe. */
const STATE_REACHED = `(select count(*) = 3 from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = 'drizzle' and relname in ('__drizzle_migrations', 'schema_state', 'write_probe')
    and has_schema_privilege(r.oid, n.oid, 'USAGE')
    and has_table_privilege(r.oid, c.oid, case relname when 'write_probe' then 'INSERT' else 'SELECT' end))`;

/** Whether an office role inherits from all roles in its name. */
const HAS_ITS_PARTS = `not exists (
  select from unnest(string_to_array(substr(rolname, ${OFFICE.length + 2}), '_')) part
  left join pg_roles p on p.rolname = '${OFFICE}_' || part
  where p.oid is null or not pg_has_role(r.oid, p.oid, 'USAGE')
    or not pg_has_role(r.oid, (select oid from pg_roles where rolname = '${OFFICE}'), 'USAGE'))`;

/**
 * The roles that our login can take, that do not bypass policies, and that have the rights they need. Since PostgreSQL
 * 16 membership alone does not allow SET ROLE.
 */
const USABLE_ROLES = `
  select oid, rolname as name from pg_roles r
  where rolname in (${ROLES}) and not rolsuper and not rolbypassrls
    and has_schema_privilege(oid, 'public', 'USAGE')
    and pg_has_role(oid, case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end)
    and (rolname <> 'site_system' or ${STATE_REACHED})
    and (rolname !~ '^${OFFICE}_' or ${HAS_ITS_PARTS})`;

/**
 * Rows (fact, definition, own) of the database as it is. `own` is true for what this transaction created. Definitions
 * depend on the search path, which must therefore always be the same.
 */
export const CURRENT_FACTS = `
  with tables as (${TABLES}),
  roles as (select oid, rolname as name from pg_roles where rolname in (${ROLES})),
  made as (select pg_current_xact_id_if_assigned()::xid as by)
  select 'role ' || name as fact, null::text as definition, false as own from (${USABLE_ROLES}) usable
  union all select 'extension ' || extname, null, false from pg_extension
  union all select 'table ' || name, null, false from tables
  union all select 'row security ' || name, null, false from tables where relrowsecurity
  union all select fact, null, false
    from tables t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
    left join pg_collation c on c.oid = attcollation and collname <> 'default'
    cross join lateral (select t.name || '.' || attname) named (name)
    cross join lateral unnest(array[
      'column ' || named.name || ' ' || format_type(atttypid, atttypmod)
        || coalesce(' COLLATE "' || collname || '"', ''),
      case when attnotnull then 'not null ' || named.name end,
      case when atthasdef and attgenerated = '' then 'default ' || named.name end,
      case when attgenerated <> '' or attidentity <> '' then 'generated ' || named.name end
    ]) fact where fact is not null
  union all select 'constraint ' || t.name || '.' || conname, null, false
    from tables t join pg_constraint on conrelid = t.oid
    where contype in ('p', 'u', 'f', 'c') and convalidated
  union all select 'index ' || t.name || '.' || relname || case when indisunique then ' unique' else '' end,
    null, false
    from tables t join pg_index on indrelid = t.oid and indisvalid join pg_class i on i.oid = indexrelid
  union all select 'policy ' || t.name || '.' || polname,
    concat_ws(' / ', polcmd, polpermissive, polroles::regrole[]::text,
      pg_get_expr(polqual, t.oid), pg_get_expr(polwithcheck, t.oid)), p.xmin = made.by
    from made, tables t join pg_policy p on polrelid = t.oid
  union all select 'trigger ' || t.name || '.' || tgname,
    tgenabled::text || pg_get_triggerdef(g.oid), g.xmin = made.by
    from made, tables t join pg_trigger g on tgrelid = t.oid and not tgisinternal
  union all select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid), p.xmin = made.by
    from made, pg_proc p join pg_language l on l.oid = prolang and lanname in ('sql', 'plpgsql')
    where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select 'grant ' || privilege_type || ' on ' || t.name || ' to ' || r.name, null, false
    from tables t, aclexplode(relacl) join roles r on r.oid = grantee
  union all select 'grant ' || privilege_type || ' on ' || t.name || '.' || attname || ' to ' || r.name,
    null, false
    from tables t join pg_attribute on attrelid = t.oid and attacl is not null,
      aclexplode(attacl) join roles r on r.oid = grantee`;

/** A fact as it is stored and compared. */
export const FACT_LINE = `fact || coalesce(' = ' || md5(definition), '')`;

/** A stored fact without the hash of its definition. */
const factText = (line: string) => line.replace(/ = [0-9a-f]{32}$/, "");

const countRows = (from: string, key: string) =>
  `select count(*) || ' ' || coalesce(sum(hashtextextended(${key}, 0)), 0) from ${from}`;

/**
 * A token that stays the same as long as no table, column, index, constraint, policy, trigger, function, grant or role
 * changes. It costs a tenth of the facts, since it only reads the versions (`xmin`) of the catalogue rows.
 */
export const TOKEN = `(with tables as (${TABLES})
  select md5(string_agg(part, ', ')) from (
    ${countRows("tables", "oid || ' ' || xmin")}
    union all ${countRows(
      "pg_attribute a join tables t on attrelid = t.oid and attnum > 0 and not attisdropped",
      "attrelid || ' ' || attnum || ' ' || a.xmin",
    )}
    union all ${countRows("pg_index i join tables t on indrelid = t.oid", "indexrelid || ' ' || i.xmin")}
    union all ${countRows("pg_constraint c join tables t on conrelid = t.oid", "c.oid || ' ' || c.xmin")}
    union all ${countRows("pg_policy p join tables t on polrelid = t.oid", "p.oid || ' ' || p.xmin")}
    union all ${countRows("pg_trigger g join tables t on tgrelid = t.oid", "g.oid || ' ' || g.xmin")}
    union all ${countRows("pg_proc where pronamespace = 'public'::regnamespace", "oid || ' ' || xmin")}
    union all ${countRows(`(${USABLE_ROLES}) usable`, "oid::text")}
    union all ${countRows("pg_extension", "oid || ' ' || xmin")}
  ) parts (part))`;

/** Facts that a start cannot restore: they contain data, or need an administrator of the server. */
export const isStructure = (fact: string) =>
  /^(extension|table|column|not|default|generated|constraint) /.test(fact);

/** The most important kinds first: missing facts of the later kinds often follow from them. */
const WEIGHTS =
  "role extension table column not default generated constraint row policy function".split(" ");

function compareWeights(one: string, other: string): number {
  const weight = (fact: string) => {
    const place = WEIGHTS.indexOf(fact.split(" ", 1)[0] ?? "");
    return place < 0 ? WEIGHTS.length : place;
  };
  return weight(one) - weight(other);
}

/** Whether a current fact is stored: only our own SQL defines it, for our tables. */
export function isStoredFact(fact: string, own: boolean, tables: readonly Table[]): boolean {
  const [kind, ...rest] = fact.split(" ");
  if (kind === "function" || kind === "trigger" || kind === "policy") return own;
  if (kind !== "grant") return false;
  const table = rest[2]?.split(".", 1)[0];
  return tables.some(({ name }) => name === table);
}

/** The facts that this version needs, without definitions. */
export function expectedFacts(tables: readonly Table[]): string[] {
  return [
    ...DATABASE_ROLES.map((name) => `role ${name}`),
    ...EXTENSIONS.map((name) => `extension ${name}`),
    ...tables.flatMap(tableFacts),
  ];
}

function tableFacts(table: Table): string[] {
  const { name } = table;
  const columns = Object.values(table.columns);
  const policies = Object.values(table.policies);
  const namesOf = (kind: string, all: Record<string, { name: string }>) =>
    Object.values(all).map((one) => `${kind} ${name}.${one.name.slice(0, NAME_LENGTH)}`);
  return [
    `table ${name}`,
    ...(policies.length > 0 ? [`row security ${name}`] : []),
    ...columns.flatMap((column) => [
      `column ${name}.${column.name} ${column.type}`,
      ...(column.notNull ? [`not null ${name}.${column.name}`] : []),
      ...(column.default !== undefined ? [`default ${name}.${column.name}`] : []),
      ...(column.generated || column.identity ? [`generated ${name}.${column.name}`] : []),
    ]),
    ...(columns.some(({ primaryKey }) => primaryKey) ? [`constraint ${name}.${name}_pkey`] : []),
    ...namesOf("constraint", table.compositePrimaryKeys),
    ...namesOf("constraint", table.uniqueConstraints),
    ...namesOf("constraint", table.foreignKeys),
    ...namesOf("constraint", table.checkConstraints),
    ...Object.values(table.indexes).map(
      (index) => `index ${name}.${index.name}${index.isUnique ? " unique" : ""}`,
    ),
    ...namesOf("policy", table.policies),
  ];
}
