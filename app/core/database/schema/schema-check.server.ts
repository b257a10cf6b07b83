import type { Transaction } from "../engine.server.ts";
import {
  byWeight,
  CURRENT_FACTS,
  FACT_LINE,
  TOKEN,
  wantedFacts,
  wordsOf,
} from "./schema-facts.server.ts";
import type { Migration, Schema } from "./schema-files.server.ts";

/** Runs one statement of this folder in the transaction that the check is made in. */
export type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Statements in a transaction of Drizzle. */
export function askIn(tx: Transaction): Ask {
  return async <Row>(text: string, values: unknown[] = []) => {
    const query = { sql: text, params: values };
    const prepared = tx._.session.prepareQuery(query, undefined, undefined, false);
    return ((await prepared.execute()) as { rows: Row[] }).rows;
  };
}

/**
 * What a check found. `mendable`: a start brings it in order, by the migrations that are pending and by
 * applying again what may be applied twice; `isOlder` where that changes what holds data. `wrong`: nothing that we may do makes it ours.
 */
export type Verdict =
  | { kind: "right" }
  | { kind: "mendable"; why: string; pending: Migration[]; isOlder?: true }
  | { kind: "wrong"; why: string };

type JournalEntry = { hash: string; created_at: number };
type State = { minimum_reader: number; sql_hashes: string[]; token: string };

const SHOWN = 5;
const wrong = (why: string): Verdict => ({ kind: "wrong", why });

/** What is missing, in words: the first few, and how many more there are. */
export function missingWords(missing: readonly string[]): string {
  const missingTables = missing
    .filter((fact) => fact.startsWith("table "))
    .map((fact) => fact.slice(6));
  // Of a table that is gone, everything else is gone too.
  const others = missing.filter(
    (fact) => !missingTables.some((table) => fact.includes(` ${table}.`)),
  );
  const names = others.slice(0, SHOWN).map(wordsOf).join(", ");
  const more = others.length - SHOWN;
  return `il manque ou diffère (missing or different): ${names}${more > 0 ? `, … +${more}` : ""}`;
}

/**
 * Compares the database with what this version needs: at least ours, never exactly ours. Two statements
 * when all is as it was left; the catalogue is only read through when something changed since.
 */
export async function checkSchema(ask: Ask, schema: Schema): Promise<Verdict> {
  // Definitions are told by the names that the search path leaves short.
  await ask("select set_config('search_path', 'public', true)");
  const [here] = await ask<Record<"journal" | "state" | "tables", boolean> & { token: string }>(`
    select exists (${relation("__drizzle_migrations")}) as journal,
      exists (${relation("schema_state")}) as state,
      exists (select 1 from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'f') and not exists (select 1 from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')) as tables,
      ${TOKEN} as token`);
  const journal = here?.journal ? await readJournal(ask) : [];
  if (journal.length === 0) {
    if (!here?.tables) return { kind: "mendable", why: "vide (empty)", pending: schema.migrations };
    return wrong("elle contient autre chose que ce site (it belongs to something else)");
  }
  const history = compareHistory(journal, schema.migrations);
  if (history.kind === "other") {
    return wrong("ses migrations ne sont pas celles de ce site (its migrations are not ours)");
  }
  const state = here?.state ? await readState(ask) : undefined;
  if (history.kind === "older") {
    const why = "d’une version antérieure (of an older version)";
    return { kind: "mendable", why, pending: history.pending, isOlder: true };
  }
  // The SQL that may be applied again has no place in the journal: it has a history of its own.
  const place = state?.sql_hashes.indexOf(schema.hash) ?? -1;
  const superseded = place >= 0 && place < (state?.sql_hashes.length ?? 0) - 1;
  if (history.kind === "newer" || superseded) return readable(ask, schema, state);
  if (place < 0) return { kind: "mendable", why: "SQL modifié (our SQL changed)", pending: [] };
  if (state?.token === here?.token) return { kind: "right" };
  const missing = await missingFacts(ask);
  if (missing.length > 0) return { kind: "mendable", why: missingWords(missing), pending: [] };
  // Something was added, or maintained: what is ours is there. The next check is a short one again.
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

/** Where the database stands in the line of migrations. */
export function compareHistory(
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

/** A newer database is read, unless it says that older versions may not, or lacks what this one reads. */
async function readable(ask: Ask, schema: Schema, state: State | undefined): Promise<Verdict> {
  const own = schema.migrations.at(-1)?.when ?? 0;
  if (state && state.minimum_reader > own) {
    return wrong("plus récente que cette version ne peut lire (newer than this version may read)");
  }
  const missing = await missingFacts(ask, schema);
  if (missing.length === 0) return { kind: "right" };
  return wrong(`plus récente (newer), ${missingWords(missing)}`);
}

/** What is not there: of what was kept when the schema was last applied, or of what `schema` wants. */
export async function missingFacts(ask: Ask, schema?: Schema): Promise<string[]> {
  const expected = schema
    ? "unnest($1::text[]) as line"
    : "drizzle.schema_state, unnest(facts) as line";
  const line = schema ? "fact" : FACT_LINE;
  const values = schema ? [wantedFacts(schema.tables())] : [];
  const rows = await ask<{ line: string }>(
    `select line from ${expected}
     except select ${line} from (${CURRENT_FACTS}) facts order by line`,
    values,
  );
  return rows.map(({ line: missing }) => missing).sort(byWeight);
}
