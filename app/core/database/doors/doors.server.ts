import { AsyncLocalStorage } from "node:async_hooks";
import {
  createTableRelationsHelpers,
  extractTablesRelationalConfig,
  is,
  QueryPromise,
  type SQL,
  sql,
} from "drizzle-orm";
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  type PgQueryResultHKT,
  PgSelectBase,
  PgSession,
  type PgTransaction,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import { app } from "../../app.ts";
import { currentTime } from "../../process/clock.ts";
import { AppError, Fault, isFull } from "../../values/errors.ts";
import type { Engine, Opening, Transaction, Work } from "../engine.server.ts";
import type { DatabaseWatch } from "../schema/database-watch.server.ts";
import { isBehindStaffDoor } from "./database-roles.server.ts";
import { assertKeepsRole } from "./statement-rules.server.ts";

declare const visitorBrand: unique symbol;
declare const staffBrand: unique symbol;
declare const systemBrand: unique symbol;

/** A transaction with a visitor's rights: published content, and inserts into the public forms. */
export type VisitorDb = Transaction & { readonly [visitorBrand]: true };
/** A transaction with the rights of one member of staff. */
export type StaffDb = Transaction & { readonly [staffBrand]: true; readonly staffId: string };
/** A transaction of the product itself: seeding, expiry, confirmation of payments. */
export type SystemDb = Transaction & { readonly [systemBrand]: true };

/** The account on whose behalf staff operations run. */
export type Staff = { id: string };

declare module "../../app.ts" {
  interface App {
    /** One process has one database. */
    database: { engine?: Engine; watch?: DatabaseWatch };
  }
}

const database = () => app().database ?? {};

/** Where the database of this process is; undefined while none is open. */
export const databaseKind = () => database().engine?.kind;

/** The connections of this process; undefined where it has its database to itself, or none is open. */
export const databaseConnections = () => database().engine?.connections?.();

/**
 * Runs `copy` while the folder of the embedded database may be copied. Returns the content of the `backup_label`
 * file that the copy needs.
 */
export async function whileCopied(copy: () => Promise<void>): Promise<string> {
  const { engine } = database();
  if (!engine?.whileCopied) throw new Fault("only an embedded database has a folder");
  return engine.whileCopied(copy);
}

type Role = "site_visitor" | "site_staff" | "site_system";

const currentDoor = new AsyncLocalStorage<Role>();

/**
 * Opens a transaction as a role. PGlite has one connection, so a nested transaction would wait for itself for ever:
 * it is refused at once, on both engines. Slow work (mail, pictures, network) does not belong inside.
 */
function openDoor<Db extends Transaction, T>(
  role: Role,
  userId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return runInDoor(role, userId, (tx, { endWithNext }) =>
    withGuardedSession(tx, (db) => work(db as Db), endWithNext),
  );
}

async function runInDoor<T>(role: Role, userId: string, work: Work<T>): Promise<T> {
  const outer = currentDoor.getStore();
  if (outer) throw new Fault(`door ${role} opened inside door ${outer}`);
  const { engine, watch } = database();
  await watch?.admit();
  if (!engine) throw new AppError("unavailable", "the database is not open yet");
  const login = role === "site_visitor" ? "visitor" : undefined;
  const opening = openingFor(role, userId);
  const asRole: Work<T> = (tx, control) => {
    // Otherwise the work would run as the login, which owns everything.
    if (control.opened !== opening) throw new Fault("the transaction did not begin with its role");
    return work(tx, control);
  };
  try {
    return await currentDoor.run(role, () => engine.transaction(asRole, login, opening));
  } catch (error) {
    await watch?.explain(error);
    throw isFull(error) ? diskFullError(error) : error;
  }
}

/** A full disk counts as unavailable: requests succeed again once there is room. */
const diskFullError = (cause: unknown) =>
  new AppError("unavailable", "the disk is full", { cause });

const TAKE_ROLE =
  "select set_config('app.user_id', $1, true), set_config('app.now', $2, true), set_config('role', $3, true)";
/** An inactive account gets the role `site_office`, which has no grants, so every query fails. */
const TAKE_OFFICE_ROLE = TAKE_ROLE.replace("$3", "coalesce(office_role($1), 'site_office')").concat(
  " as role",
);

/**
 * The statements that begin a transaction as a role. For staff the database itself chooses the role: only active
 * accounts with an office role have one.
 */
function openingFor(role: Role, userId: string): Opening {
  const values = () => [userId, currentTime().toISOString()];
  // Only the statements of visitors stay prepared; the others are planned for their values.
  if (role !== "site_staff")
    return {
      statements: () => [{ text: TAKE_ROLE, values: [...values(), role], name: "door" }],
      repeats: role === "site_visitor",
    };
  return {
    statements: () => [{ text: TAKE_OFFICE_ROLE, values: values(), name: "staff" }],
    check: ([row]) => {
      if (!isBehindStaffDoor(row?.role)) throw new AppError("forbidden", "not a member of staff");
    },
  };
}

/** Reads or writes with the rights of anybody on the internet. */
export function asVisitor<T>(work: (db: VisitorDb) => Promise<T>): Promise<T> {
  return openDoor<VisitorDb, T>("site_visitor", "", work);
}

/**
 * Reads or writes as a member of staff.
 * @throws AppError 'forbidden' when the account is not active, or has no role.
 */
export function asStaff<T>(staff: Staff, work: (db: StaffDb) => Promise<T>): Promise<T> {
  return openDoor<StaffDb, T>("site_staff", staff.id, (db) =>
    work(Object.assign(db, { staffId: staff.id })),
  );
}

/** Work of the product itself; `job` names it in `app.user_id`. */
export function asSystem<T>(job: string, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return openDoor<SystemDb, T>("site_system", `job:${job}`, work);
}

/**
 * Several pieces of work in one transaction, one after the other, each with the result of `first`. One that fails
 * is rolled back alone; all results are returned after the commit.
 */
export async function asSystemTogether<Shared, T>(
  job: string,
  first: (db: SystemDb) => Promise<Shared>,
  works: readonly ((db: SystemDb, shared: Shared) => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const results = await runInDoor("site_system", `job:${job}`, async (tx, { attempt }) => {
    const one = <R>(work: (db: SystemDb) => Promise<R>) =>
      withGuardedSession(tx, (db) => work(db as SystemDb));
    const shared = await one(first);
    const ends: PromiseSettledResult<T>[] = [];
    for (const work of works) ends.push(await attempt(() => one((db) => work(db, shared))));
    return ends;
  });
  for (const result of results) {
    if (result.status === "rejected") await database().watch?.explain(result.reason);
  }
  return results;
}

/** Whether the database answers a visitor. */
export async function ping(): Promise<void> {
  await asVisitor((db) => db.execute(sql`select 1`));
}

/** Tries a write that allocates new space on the disk of the database. */
export async function tryWrite(): Promise<void> {
  await asSystem("readyz", (db) => db.execute(sql`select try_write()`));
}

const dialect = new PgDialect();

type Prepare = PgSession["prepareQuery"];

/**
 * Runs `work` in a transaction whose role is set, and prevents it from changing the role: each statement is
 * checked before it is sent, and none is sent after the work has ended. When `work` returns an unsent query, that is
 * its only statement, and `onSingleQuery` is called first.
 */
async function withGuardedSession<T>(
  tx: Transaction,
  work: (db: Transaction) => Promise<T>,
  onSingleQuery?: () => void,
): Promise<T> {
  const session = new GuardedSession(tx._.session);
  try {
    const result = work(new PgDatabase<PgQueryResultHKT>(dialect, session, undefined));
    // A select has the methods of a promise without its class.
    if (result instanceof QueryPromise || is(result, PgSelectBase)) onSingleQuery?.();
    return await result;
  } finally {
    session.end();
  }
}

class GuardedSession extends PgSession {
  readonly #session: PgSession;
  #over = false;

  constructor(session: Transaction["_"]["session"]) {
    super(dialect);
    this.#session = session as unknown as PgSession;
  }

  end(): void {
    this.#over = true;
  }

  override prepareQuery<T extends PreparedQueryConfig>(...query: Parameters<Prepare>) {
    // The connection may be used by another transaction by now, with another role.
    if (this.#over) throw new Error("a statement after its door was closed");
    assertKeepsRole(query[0].sql);
    return this.#session.prepareQuery<T>(...query);
  }

  /** Drizzle's implementation expects another form of result. */
  override async count(statement: SQL): Promise<number> {
    const { rows } = (await this.execute(statement)) as { rows: { count: string }[] };
    return Number(rows[0]?.count);
  }

  override transaction(): never {
    throw new Error("a door is one transaction: none opens inside it");
  }
}

/**
 * A Drizzle database for a library that makes its own queries: each runs in a transaction of the system of its own,
 * so that it has the right role and never blocks the one connection of the embedded engine between queries.
 * `schema` holds the tables and relations by the library's names.
 */
export function systemHandle(job: string, schema: Record<string, unknown>) {
  const { tables, tableNamesMap } = extractTablesRelationalConfig(
    schema,
    createTableRelationsHelpers,
  );
  const schemaConfig = { fullSchema: schema, schema: tables, tableNamesMap };
  return new PgDatabase(dialect, new DoorSession(job), schemaConfig);
}

class DoorSession extends PgSession {
  readonly #job: string;

  constructor(job: string) {
    super(dialect);
    this.#job = job;
  }

  override prepareQuery<T extends PreparedQueryConfig>(...query: Parameters<Prepare>) {
    return new DoorQuery<T>(query, this.#job);
  }

  override transaction<T>(work: (tx: PgTransaction<PgQueryResultHKT>) => Promise<T>): Promise<T> {
    return asSystem(this.#job, (db) => work(db as unknown as PgTransaction<PgQueryResultHKT>));
  }
}

class DoorQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  readonly #query: Parameters<Prepare>;
  readonly #job: string;

  constructor(query: Parameters<Prepare>, job: string) {
    super(query[0], undefined, undefined);
    this.#query = query;
    this.#job = job;
  }

  override execute(values?: Record<string, unknown>): Promise<T["execute"]> {
    return asSystem(this.#job, (db) => {
      return db._.session.prepareQuery<T>(...this.#query).execute(values);
    });
  }
}
