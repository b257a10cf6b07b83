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

/** A transaction of the owner of the tables, while no other process changes the schema. */
export type OwnerSession = {
  ask: Ask;
  /** Runs several statements, none of them with values. */
  script: (text: string) => Promise<void>;
};

/** Why a schema was repaired, and whether by migrations. */
export type Mended = { why: string; migrated: boolean };

/** A dump may lock a table for long: better to fail and try again than to block all other transactions. */
const LOCK_TIMEOUT = "30s";
const HASHES_KEPT = 50;

/**
 * Repairs the schema of a database: migrates an older one, and applies again what is idempotent (roles, functions,
 * policies, indexes, grants, triggers).
 * @throws WrongDatabaseError for what cannot be repaired; the transaction must then be rolled back.
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

/** Logs the repair of the site's own database; that of a temporary one is not logged. */
export function noteMended(mended: Mended | undefined): void {
  if (!mended) return;
  // A migration is expected; anything else was lost, which is worth a warning.
  log[mended.migrated ? "info" : "warn"]({ why: mended.why }, "schema applied");
}

/** Applies migrations without policies, grants and triggers, which are applied afterwards. */
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

/** Codes of PostgreSQL whose message names objects, and never contains values. */
const ABOUT_OBJECTS = /^(0A|2B|42)/;
/** Lock timeouts, deadlocks and serialization failures: it may be tried again. */
const IN_THE_WAY = new Set(["40001", "40P01", "55P03"]);

/** Turns an error of PostgreSQL during the repair into a WrongDatabaseError, unless it may be tried again. */
export function asWrongDatabase(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return error;
  // Connection errors and a full disk say nothing of the schema either.
  if (IN_THE_WAY.has(code) || /^(08|28|3D|53|57|58)/.test(code)) return error;
  const detail = ABOUT_OBJECTS.test(code) ? ` ${message}` : "";
  const why = `PostgreSQL refuse une étape de sa remise en état (refuses to mend it): ${code}${detail}`;
  return new WrongDatabaseError(why, { cause: error });
}

/**
 * Applies one migration, and records it as drizzle-kit's migrator does. Policies are skipped: they are created from
 * the snapshot of the whole schema, also when a restore has lost them.
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

/** The statements that create missing indexes, from the last migration that did. */
function indexStatements(missing: readonly string[], schema: Schema): string {
  const names = missing.flatMap((fact) => /^index [^.]+\.(\S+)/.exec(fact)?.[1] ?? []);
  const statements = schema.migrations.flatMap((migration) => migration.statements);
  return names
    .flatMap((name) => {
      const creation = statements.findLast((statement) =>
        new RegExp(`^\\s*CREATE (UNIQUE )?INDEX "${name}" `).test(statement),
      );
      // An index of that name may exist, invalid or of another kind.
      return creation
        ? [`drop index if exists ${quoteIdentifier(name)}`, creation.trim().replace(/;$/, "")]
        : [];
    })
    .join(";\n");
}

/** Stores the facts of this version, for later checks. */
async function saveState(ask: Ask, schema: Schema, tables: readonly Table[]): Promise<void> {
  const current = await ask<{ fact: string; line: string; own: boolean }>(
    `select fact, ${FACT_LINE} as line, coalesce(own, false) as own from (${CURRENT_FACTS}) facts`,
  );
  const facts = current
    .filter(({ fact, own }) => isStoredFact(fact, own, tables))
    .map(({ line }) => line);
  // Policies are stored with their definition, the other expected facts by name.
  const expected = expectedFacts(tables).filter((fact) => !fact.startsWith("policy "));
  await ask(
    `update drizzle.schema_state set facts = $1, token = ${TOKEN},
       minimum_reader = greatest(minimum_reader, $2),
       sql_hashes = (array_append(array_remove(sql_hashes, $3), $3))[
         greatest(1, cardinality(array_append(array_remove(sql_hashes, $3), $3)) - ${HASHES_KEPT - 1}):]`,
    [[...expected, ...facts], schema.minimumReader, schema.hash],
  );
}
