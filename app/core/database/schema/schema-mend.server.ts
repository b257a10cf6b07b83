import { log } from "../../log/log.server.ts";
import { WrongDatabaseError } from "../../values/errors.ts";
import type { BeforeMigration } from "../engine.server.ts";
import {
  type Ask,
  CURRENT_FACTS,
  checkSchema,
  expectedFacts,
  FACT_LINE,
  isStoredFact,
  isStructure,
  missingFacts,
  missingText,
  quoteIdentifier,
  TOKEN,
} from "./schema-check.server.ts";
import type { Migration, Schema, Table } from "./schema-files.server.ts";

/** A transaction of whoever owns the tables, while no other process changes the schema. */
export type OwnerSession = {
  ask: Ask;
  /** Runs several statements, none of them with values. */
  script: (text: string) => Promise<void>;
};

/** Why a schema was mended, and whether by migrations. */
export type Mended = { why: string; migrated: boolean };

/** Others may hold a table for long (a dump): better to try again than to stand in their queue for ever. */
const LOCK_TIMEOUT = "30s";
const HASHES_KEPT = 50;

/**
 * Brings the schema of a database in order: migrates an older one, and gives back to any what can be
 * applied again (roles, functions, policies, indexes, rights, triggers).
 * @throws WrongDatabaseError for what cannot be mended; the transaction must then be undone.
 */
export async function mendSchema(
  session: OwnerSession,
  schema: Schema,
  beforeMigration?: BeforeMigration,
): Promise<Mended | undefined> {
  const { ask, script } = session;
  const verdict = await checkSchema(ask, schema);
  if (verdict.kind === "wrong") throw new WrongDatabaseError(verdict.why);
  if (verdict.kind === "right") return undefined;
  if (verdict.isOlder) await beforeMigration?.();
  await ask(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await applyMigrations(session, schema, verdict.pending);
  const missing = await missingFacts(ask, schema);
  assertNothingMissing(missing.filter(isStructure));
  const tables = schema.tables();
  await script(policyStatements(tables));
  const indexes = indexStatements(missing, schema);
  if (indexes) await script(indexes);
  await script(schema.guards);
  assertNothingMissing(await missingFacts(ask, schema));
  await saveState(ask, schema, tables);
  return { why: verdict.why, migrated: verdict.pending.length > 0 };
}

/** Says in the log what was done to the database of the site; to one that is thrown away, nobody has to know. */
export function noteMended(mended: Mended | undefined): void {
  if (!mended) return;
  // A migration is what an update does; something that was lost is worth a look.
  log[mended.migrated ? "info" : "warn"]({ why: mended.why }, "schema applied");
}

/** The tables of these migrations, without what is given back afterwards: policies, rights, triggers. */
export async function applyMigrations(
  session: OwnerSession,
  schema: Schema,
  migrations: readonly Migration[],
): Promise<void> {
  await session.script(schema.foundation);
  for (const migration of migrations) await migrate(session, migration);
}

function assertNothingMissing(missing: readonly string[]): void {
  if (missing.length > 0) throw new WrongDatabaseError(missingText(missing));
}

/** Codes of PostgreSQL whose message names objects, and never what a row holds. */
const ABOUT_OBJECTS = /^(0A|2B|42)/;
/** Somebody held what we waited for, or was in our way: it may be tried again. */
const IN_THE_WAY = new Set(["40001", "40P01", "55P03"]);

/** What an error of PostgreSQL, while the schema is mended, says of the database. */
export function asWrongDatabase(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return error;
  // Nor does a login that is not let in, or a server without room, say anything of the database.
  if (IN_THE_WAY.has(code) || /^(08|28|3D|53|57|58)/.test(code)) return error;
  const detail = ABOUT_OBJECTS.test(code) ? ` ${message}` : "";
  const why = `PostgreSQL refuse une étape de sa remise en état (refuses to mend it): ${code}${detail}`;
  return new WrongDatabaseError(why, { cause: error });
}

/**
 * Applies one migration, and notes it as drizzle-kit's own migrator would. Policies are left out: they
 * are made from the description of the whole schema, also where a restore has lost them.
 */
async function migrate({ ask, script }: OwnerSession, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    if (/^\s*(CREATE|ALTER) POLICY /i.test(statement)) continue;
    await script(statement.replace(/^(\s*DROP POLICY )(?!IF EXISTS)/i, "$1IF EXISTS "));
  }
  const { hash, when } = migration;
  await ask("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    hash,
    when,
  ]);
}

function policyStatements(tables: readonly Table[]): string {
  const statements = tables.flatMap(({ name, policies }) => {
    const table = quoteIdentifier(name);
    const all = Object.values(policies);
    const created = all.flatMap((policy) => {
      const roles = policy.to.map(quoteIdentifier).join(", ");
      const using = policy.using ? ` using (${policy.using})` : "";
      const check = policy.withCheck ? ` with check (${policy.withCheck})` : "";
      const on = `${quoteIdentifier(policy.name)} on ${table}`;
      return [
        `drop policy if exists ${on}`,
        `create policy ${on} as ${policy.as} for ${policy.for} to ${roles}${using}${check}`,
      ];
    });
    return all.length > 0 ? [`alter table ${table} enable row level security`, ...created] : [];
  });
  return statements.join(";\n");
}

/** The statements that make missing indexes, as the last migration that made them says. */
function indexStatements(missing: readonly string[], schema: Schema): string {
  const names = missing.flatMap((fact) => /^index [^.]+\.(\S+)/.exec(fact)?.[1] ?? []);
  const statements = schema.migrations.flatMap((migration) => migration.statements);
  return names
    .flatMap((name) => {
      const creation = statements.findLast((statement) =>
        new RegExp(`^\\s*CREATE (UNIQUE )?INDEX "${name}" `).test(statement),
      );
      // One of that name may be there, unfinished or of another kind.
      return creation
        ? [`drop index if exists ${quoteIdentifier(name)}`, creation.trim().replace(/;$/, "")]
        : [];
    })
    .join(";\n");
}

/** Writes down what this version made, for the checks to come. */
async function saveState(ask: Ask, schema: Schema, tables: readonly Table[]): Promise<void> {
  const current = await ask<{ fact: string; line: string; own: boolean }>(
    `select fact, ${FACT_LINE} as line, coalesce(own, false) as own from (${CURRENT_FACTS}) facts`,
  );
  const facts = current
    .filter(({ fact, own }) => isStoredFact(fact, own, tables))
    .map(({ line }) => line);
  // Policies are kept by their definition, the rest of what is wanted by its name.
  const expected = expectedFacts(tables).filter((fact) => !fact.startsWith("policy "));
  await ask(
    `update drizzle.schema_state set facts = $1, token = ${TOKEN},
       minimum_reader = greatest(minimum_reader, $2),
       sql_hashes = (array_append(array_remove(sql_hashes, $3), $3))[
         greatest(1, cardinality(array_append(array_remove(sql_hashes, $3), $3)) - ${HASHES_KEPT - 1}):]`,
    [[...expected, ...facts], schema.minimumReader, schema.hash],
  );
}
