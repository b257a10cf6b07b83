import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { log, reasonOf } from "../log/log.server.ts";
import { MINUTE } from "../values/durations.ts";
import {
  AppError,
  BusyError,
  causesOf,
  hasCode,
  isPermissionDenied,
  WrongDatabaseError,
} from "../values/errors.ts";
import { DATABASE_ROLES } from "./doors/database-roles.server.ts";
import { inTransaction } from "./doors/transactions.server.ts";
import type { Connections, Engine, Opening, Transaction, Work } from "./engine.server.ts";
import {
  type Ask,
  askIn,
  checkSchema,
  quoteIdentifier,
  type Verdict,
} from "./schema/schema-check.server.ts";
import { readSchema, type Schema } from "./schema/schema-files.server.ts";
import {
  asWrongDatabase,
  type Mended,
  mendSchema,
  noteMended,
  type OwnerSession,
} from "./schema/schema-mend.server.ts";

/** After a failed connection, how long to answer 'unavailable' at once instead of trying again. */
const BREAKER_MS = 1_000;
/** How long a server may take to connect or to begin a transaction before it counts as unavailable. */
const ANSWER_MS = 3_000;
const STATEMENT_MS = 15_000;
const LISTEN_RETRY_MS = 1_000;
/** One number for every process that migrates this database; any constant will do. */
const MIGRATION_LOCK = 7_423_001;

/** The owner's login, and the secret from which the visitors' password is derived. */
type OwnerLogin = { url: string; secret: string };

/** Connects to a PostgreSQL server. Nothing is tried before the first transaction. */
export function openServer(
  url: string,
  owner?: OwnerLogin,
  statementMs: number = STATEMENT_MS,
): Engine {
  const own = openPool(url, statementMs);
  const visitor = owner && visitorLogin(databaseName(url), owner.secret);
  const visitors = visitor ? openPool(urlWithLogin(url, visitor), statementMs) : own;
  const runOn = connectionRunner(requestSession(statementMs));
  /** On the monotonic clock, which is not affected when the wall clock is set back. */
  let awayUntil = 0;
  const listeners = new Set<pg.Client>();
  let closed = false;

  /** Checks the schema, and that the visitors' login works. */
  async function check(schema: Schema): Promise<Verdict> {
    const verdict = await engine
      .transaction((tx) => checkSchema(askIn(tx), schema))
      .catch((error: unknown): Verdict => {
        if (!isPermissionDenied(error)) throw error;
        return { kind: "mendable", why: "droits manquants (missing rights)", pending: [] };
      });
    if (verdict.kind !== "right" || !visitor) return verdict;
    try {
      const take = sql`select set_config('role', 'site_visitor', true)`;
      await engine.transaction((tx) => tx.execute(take), "visitor");
      return verdict;
    } catch (error) {
      if (error instanceof AppError) throw error;
      const why = "le compte des visiteurs n’entre pas (the visitors' login is refused)";
      return { kind: "mendable", why, pending: [] };
    }
  }

  const engine: Engine = {
    kind: "server",
    async transaction(work, login, opening) {
      if (performance.now() < awayUntil) throw new AppError("unavailable", "the database is away");
      const pool = login === "visitor" ? visitors : own;
      try {
        return await runOn(await pool.connect(), work, opening);
      } catch (error) {
        if (isSlow(error)) throw new BusyError("the database is busy", { cause: error });
        // `check` repairs the visitors' login, so its refusal is no outage.
        if (!isUnreachable(error) && !(pool === own && isLoginRefused(error))) throw error;
        awayUntil = performance.now() + BREAKER_MS;
        throw new AppError("unavailable", "the database is away", { cause: error });
      }
    },
    async migrate(folder, beforeMigration) {
      const schema = readSchema(folder);
      const before = await check(schema);
      if (before.kind === "right") return;
      if (before.kind === "wrong") throw new WrongDatabaseError(before.why);
      const login = await engine.transaction(readLogin);
      let mended: Mended | undefined;
      await asOwner(owner?.url ?? url, async (session) => {
        mended = await mendSchema(session, schema, beforeMigration);
        if (owner) await grantSiteRoles(session.ask, login);
        if (visitor) await upsertVisitorLogin(session.ask, visitor);
      });
      noteMended(mended);
      const after = await check(schema);
      if (after.kind !== "right") throw new WrongDatabaseError(after.why);
    },
    async findFault(folder) {
      const verdict = await check(readSchema(folder));
      return verdict.kind === "right" ? undefined : verdict.why;
    },
    async listen(channel, onPayload, onGap) {
      const connect = async () => {
        const client = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: ANSWER_MS,
          keepAlive: true,
          keepAliveInitialDelayMillis: 10_000,
        });
        const reconnect = () => {
          if (!listeners.delete(client) || closed) return;
          onGap();
          setTimeout(retry, LISTEN_RETRY_MS).unref();
        };
        client.on("error", reconnect);
        client.on("end", reconnect);
        client.on("notification", (message) => onPayload(message.payload ?? ""));
        try {
          await client.connect();
          await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
        } catch (error) {
          client.end().catch(() => {});
          throw error;
        }
        // Added last: until then the rejection alone triggers a retry.
        listeners.add(client);
        if (closed) await client.end();
      };
      const retry = () => {
        if (closed) return;
        connect().then(onGap, () => setTimeout(retry, LISTEN_RETRY_MS).unref());
      };
      await connect();
    },
    connections: () => connectionsOf(visitors === own ? [own] : [own, visitors]),
    async close() {
      closed = true;
      await Promise.all([...listeners].map((client) => client.end().catch(() => {})));
      await own.end();
      if (visitors !== own) await visitors.end();
    },
  };
  return engine;
}

/** No pool opens more. */
const CONNECTIONS = 10;

function connectionsOf(pools: readonly pg.Pool[]): Connections {
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((all, pool) => all + of(pool), 0);
  return {
    open: sum((pool) => pool.totalCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
    most: pools.length * CONNECTIONS,
  };
}

function openPool(url: string, statementMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_MS,
    // The server cancels long statements; this timeout is for one that does not answer.
    query_timeout: statementMs + ANSWER_MS,
    application_name: "fge-site",
  });
  // Connections break when the server stops, and an unhandled error event would end the process. The pool
  // replaces them by itself, and reports idle ones here.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", (error) => log.warn({ reason: reasonOf(error) }, "database connection lost"));
  return pool;
}

const databaseName = (url: string) => new pg.Client({ connectionString: url }).database ?? "";

async function readLogin(tx: Transaction): Promise<string> {
  const [row] = await askIn(tx)<{ login: string }>("select session_user::text as login");
  return row?.login ?? "";
}

/** One transaction of the owner, in which no other process changes the schema. */
async function asOwner(url: string, work: (session: OwnerSession) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on("error", (error) => log.warn({ reason: reasonOf(error) }, "migration interrupted"));
  try {
    await client.connect();
    await client.query("begin");
    // The archive before a migration may take minutes, in which this connection is idle.
    await client.query(longSession("0", "0"));
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await work({
      ask: async (text, values) => (await client.query(text, values)).rows,
      script: async (text) => void (await client.query(text)),
    });
    await client.query("commit");
  } catch (error) {
    throw isUnreachable(error) ? error : asWrongDatabase(error);
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end();
  }
}

/** Runs work in a transaction of a connection, which is returned to the pool in any case. */
function connectionRunner(settings: string) {
  const set = new WeakSet<pg.PoolClient>();
  return async <T>(client: pg.PoolClient, work: Work<T>, opening?: Opening): Promise<T> => {
    let broken = false;
    // Ending the client closes its socket, so that a pending `begin` fails.
    const silent = setTimeout(() => void client.end().catch(() => {}), ANSWER_MS);
    try {
      if (!set.has(client)) await client.query(settings);
      set.add(client);
      const onBegun = () => clearTimeout(silent);
      return await inTransaction(client, work, { opening, onBegun, isLost: isSlow });
    } catch (error) {
      // A connection keeps the rights that its login had when it connected, so it is replaced after a refusal.
      broken = isUnreachable(error) || isSlow(error) || isPermissionDenied(error);
      throw error;
    } finally {
      clearTimeout(silent);
      client.release(broken);
    }
  };
}

/** Codes of the system and of PostgreSQL: no connection, starting or stopping, too many connections. */
const AWAY_CODES =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|NOENT|PIPE|TIMEDOUT|AI_AGAIN)|08...|57P0[123]|53300)$/;

// Messages of pg without a code; the last one hides the first error when the rollback fails too.
const AWAY_MESSAGES = /Connection terminated|timeout expired|not queryable/;

/**
 * All connections are in use, or a statement was not answered in time. Whether the server is unavailable is found
 * out when the next transaction begins.
 */
const SLOW_MESSAGES = /timeout exceeded when trying to connect|Query read timeout/;

const isSlow = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => SLOW_MESSAGES.test(message));

/** Whether the server refuses the login, or has no such database. */
export const isLoginRefused = (error: unknown): boolean => hasCode(error, /^(28...|3D000)$/);

/** Whether an error means that the server cannot be reached, whatever layer wrapped it. */
function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      AWAY_CODES.test(cause.code ?? "") ||
      AWAY_MESSAGES.test(cause.message) ||
      (cause instanceof AggregateError && cause.errors.some(isUnreachable)),
  );
}

// Sessions set what they need, since the defaults of the server, the database and the login may differ.

/** JIT compilation may take seconds, cannot be interrupted, and our queries do not need it. */
const COMMON = { jit: "off", work_mem: "8MB", search_path: "public" };

const set = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join("; ");

/** A transaction whose process hangs keeps its locks until then. */
const IDLE_MS = MINUTE;

/** The settings of sessions that serve requests. */
const requestSession = (statementMs: number) =>
  set({
    ...COMMON,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_MS,
  });

/** The settings of sessions that may take hours: archives, and migrations that wait for one. */
export const longSession = (statementTimeout: string, lockTimeout: string) =>
  set({
    ...COMMON,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: 0,
  });

// Where an owner's login is set, visitors have a login of their own, which can take no other role. The owner creates
// it; its password is derived from the secret, so that it need not be stored.

const ITERATIONS = 4096;
/** PostgreSQL cuts longer names. */
const NAME_LENGTH = 63;

type VisitorLogin = { name: string; password: string };

/** Logins belong to the whole server, so the name contains the database. */
export function visitorLogin(database: string, secret: string): VisitorLogin {
  const password = Buffer.from(hkdfSync("sha256", secret, database, "visitor login", 24));
  const name = `site_visitor_of_${database}`;
  const short = createHash("sha256").update(database).digest("hex").slice(0, 16);
  return {
    name: Buffer.byteLength(name) > NAME_LENGTH ? `site_visitor_of_${short}` : name,
    password: password.toString("base64url"),
  };
}

/** The connection string of the same database for another login. */
export function urlWithLogin(url: string, { name, password }: VisitorLogin): string {
  const address = new URL(url);
  // Parameters override the part before the host, and also work without a host (a socket).
  address.searchParams.set("user", name);
  address.searchParams.set("password", password);
  return address.href;
}

/** Grants all roles to the login of the product; run as the owner, once the roles exist. */
async function grantSiteRoles(ask: Ask, login: string): Promise<void> {
  await ask(`grant ${DATABASE_ROLES.join(", ")} to ${quoteIdentifier(login)}`);
}

/** Creates the login or resets its password; run as the owner, once the roles exist. */
async function upsertVisitorLogin(ask: Ask, { name, password }: VisitorLogin): Promise<void> {
  const [existing] = await ask("select 1 from pg_roles where rolname = $1", [name]);
  const login = quoteIdentifier(name);
  // The server may log statements, so they contain the verifier and not the password.
  await ask(
    `${existing ? "alter" : "create"} role ${login} login password '${scramVerifier(password)}'`,
  );
  await ask(`grant site_visitor to ${login}`);
}

/** The SCRAM-SHA-256 verifier of a password (RFC 5803), which the server stores. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const server = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${server}`;
}
