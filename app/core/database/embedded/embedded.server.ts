import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import pg from "pg";
import { lockDataFolder } from "../copy/site-states.server.ts";
import { inTransaction, StatementNames } from "../doors/transactions.server.ts";
import type { Engine } from "../engine.server.ts";
import { askIn, checkSchema } from "../schema/schema-check.server.ts";
import { readSchema } from "../schema/schema-files.server.ts";
import { asWrongDatabase, mendSchema, noteMended } from "../schema/schema-mend.server.ts";
import { Checkpoints } from "./checkpoints.server.ts";
import { openMemory } from "./pglite.server.ts";
import {
  type Backend,
  backendIn,
  ProtocolStream,
  startWorker,
} from "./protocol-backends.server.ts";

const STOP_BACKUP = "select labelfile as label from pg_backup_stop(false)";

/**
 * Opens the embedded PostgreSQL in `DATA_DIR/database`.
 * @throws FolderInUseError when another process has it open, WrongDatabaseError when it cannot be opened.
 */
export async function openEmbedded(
  dataDir: string,
  withoutLocks = false,
  started?: Worker,
): Promise<Engine> {
  const unlock = lockDataFolder(dataDir, withoutLocks);
  try {
    return await embeddedEngine(await startWorker(join(dataDir, "database"), started), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A database in memory, for tests: a new one, or what an image holds. */
export async function openInMemory(image?: Blob): Promise<Engine> {
  return embeddedEngine(backendIn(await openMemory(image)), () => {});
}

/** The engine over a backend that speaks PostgreSQL's protocol, with the same driver as for a server. */
export async function embeddedEngine(backend: Backend, unlock: () => void): Promise<Engine> {
  const client = new pg.Client({
    stream: () => new ProtocolStream(backend) as never,
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  const named = new StatementNames();
  const unnamed = new StatementNames(0);
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** Queues work, since all transactions share one connection. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting++;
    const result = queue.then(work).finally(() => waiting--);
    queue = result.catch(() => {});
    return result;
  }
  const checkpoints = new Checkpoints({
    ask: async (statement) => (await inTurn(() => client.query(statement))).rows,
    isBusy: () => waiting > 0,
  });
  const engine: Engine = {
    kind: "embedded",
    transaction(work, _login, opening) {
      const names = opening?.repeats ? named : unnamed;
      return inTurn(() => inTransaction(client, work, { opening, late: true, names }));
    },
    async whileCopied(copy) {
      // `pg_backup_start` writes a checkpoint, which is short right after another one.
      await checkpoints.writeWhenIdle();
      await checkpoints.waitUntilIdle();
      await inTurn(() => client.query("select pg_backup_start('site', true)"));
      const stop = () =>
        inTurn(() => client.query<{ label: string }>(STOP_BACKUP)).then(
          ({ rows }) => rows[0]?.label,
        );
      await copy().catch(async (error: unknown) => {
        await stop();
        throw error;
      });
      return (await stop()) ?? "";
    },
    async migrate(folder, beforeMigration) {
      const schema = readSchema(folder);
      await checkpoints.recordPosition();
      const verdict = await engine
        .transaction((tx) => checkSchema(askIn(tx), schema))
        .catch((error: unknown) => {
          throw asWrongDatabase(error);
        });
      // Not queued, since the archive needs the database itself.
      if (verdict.kind === "mendable" && verdict.isOlder) await beforeMigration?.();
      if (verdict.kind === "right") return checkpoints.start();
      await inTurn(async () => {
        try {
          await client.query("begin");
          const mended = await mendSchema(
            {
              ask: async (text, values) => (await client.query(text, values)).rows,
              script: async (text) => void (await client.query(text)),
            },
            schema,
          );
          await client.query("commit");
          noteMended(mended);
        } catch (error) {
          await client.query("rollback");
          throw asWrongDatabase(error);
        }
      });
      checkpoints.start();
    },
    async findFault(folder) {
      const verdict = await engine.transaction((tx) => checkSchema(askIn(tx), readSchema(folder)));
      return verdict.kind === "right" ? undefined : verdict.why;
    },
    async listen(channel, onPayload) {
      // A notification arrives in the async context of a transaction, which its handler must not inherit.
      const outside = AsyncLocalStorage.snapshot();
      client.on("notification", (message) => {
        if (message.channel === channel) outside(onPayload, message.payload ?? "");
      });
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    },
    async close() {
      checkpoints.stop();
      await queue;
      await client.end();
      await backend.close();
      unlock();
    },
  };
  return engine;
}
