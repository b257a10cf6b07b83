import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { AppError } from "../errors.ts";
import { log } from "../log.server.ts";
import type { Engine, Transaction } from "./engine.server.ts";

/** After a failed connection, how long to answer 'unavailable' at once instead of trying again. */
const BREAKER_MS = 1_000;
const LISTEN_RETRY_MS = 1_000;
/** One number for every process that migrates this database; any constant will do. */
const MIGRATION_LOCK = 7_423_001;

/** Connects to a PostgreSQL server. Nothing is tried before the first transaction. */
export function openServer(url: string): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 15_000,
    application_name: "fge-site",
  });
  // Idle connections break when the server stops; the pool replaces them by itself.
  pool.on("error", (error) => log.warn({ reason: error.message }, "database connection lost"));
  const db = drizzle(pool);
  let awayUntil = 0;
  let listener: pg.Client | undefined;
  let closed = false;

  const engine: Engine = {
    kind: "server",
    async transaction(work) {
      if (Date.now() < awayUntil) throw new AppError("unavailable", "the database is away");
      try {
        return await db.transaction((tx) => work(tx as unknown as Transaction));
      } catch (error) {
        if (!isAway(error)) throw error;
        awayUntil = Date.now() + BREAKER_MS;
        throw new AppError("unavailable", "the database is away", { cause: error });
      }
    },
    async migrate(folder) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
      await client.connect();
      try {
        await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
        await migrate(drizzle(client), { migrationsFolder: folder });
      } finally {
        await client.end();
      }
    },
    async listen(channel, onPayload, onGap) {
      const connect = async () => {
        const client = new pg.Client({ connectionString: url, keepAlive: true });
        const lost = () => {
          if (listener !== client || closed) return;
          listener = undefined;
          onGap();
          setTimeout(retry, LISTEN_RETRY_MS).unref();
        };
        client.on("error", lost);
        client.on("end", lost);
        client.on("notification", (message) => onPayload(message.payload ?? ""));
        await client.connect();
        listener = client;
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      };
      const retry = () => {
        if (closed) return;
        connect().then(onGap, () => setTimeout(retry, LISTEN_RETRY_MS).unref());
      };
      await connect();
    },
    async close() {
      closed = true;
      await listener?.end().catch(() => {});
      await pool.end();
    },
  };
  return engine;
}

const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
]);

/** Whether an error means that the server cannot be reached, whatever layer wrapped it. */
function isAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: string }).code;
    if (code && (AWAY_CODES.has(code) || code.startsWith("08"))) return true;
    if (/Connection terminated|timeout exceeded when trying to connect/.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isAway)) return true;
  }
  return false;
}
